import { question } from './question.ts'

export const workplace = [
  question(
    'Friday’s project review has to move from 10 a.m. to 2 p.m. Which subject line serves the readers of your email best?',
    ['Important!!!', 'Change', 'Project review on Friday moved to 2 p.m.', 'Regarding the matter we talked about'],
    'C',
    'It says what changed and to when. Readers who see only the subject line still arrive at the right time.',
  ),
  question(
    'A teammate explains at length why her module is late. Which answer shows active listening?',
    [
      '“You should have told me last week.”',
      '“So the sample files came two days late, and testing could not start before. Did I get that right?”',
      '“That happened to me once. Let me tell you about it.”',
      '“Fine, fine. When is it ready?”',
    ],
    'B',
    'Putting what was said into one’s own words, and asking whether it is right, shows that it was heard and gives room to correct it.',
  ),
  question(
    'You ask a professor for a letter of recommendation. Which sentence has the right tone?',
    [
      'Send me the letter by tomorrow, I am late.',
      'As I was in your class, you have to write my letter.',
      'Hey prof, can u do a quick reco 4 me?',
      'I would be grateful if you could write me a letter of recommendation by the 20th; I have attached my CV.',
    ],
    'D',
    'It asks politely, leaves the professor the choice, names a date and brings what the writer will need.',
  ),
  question(
    'An interviewer asks about a tool that you have never used. What do you do?',
    [
      'Say that you have not used it, name the nearest thing you have used, and explain how you would learn it.',
      'Describe it from its name as if you knew it.',
      'Change the subject to your strongest project.',
      'Stay silent until the next question comes.',
    ],
    'A',
    'Honesty keeps your other answers believable, and how you would learn something is what the interviewer wants to know.',
  ),
  question(
    'At an open day, an engineer tells visiting parents: “We run CI on every PR and gate the CD on SAST.” Nobody understands. Which barrier to communication is this?',
    ['Physical', 'Physiological', 'Semantic', 'Perceptual selectivity'],
    'C',
    'The words themselves mean nothing to these listeners: a semantic barrier, here made of jargon and abbreviations.',
  ),
  question(
    'What does an action item in the minutes of a meeting need, so that nobody has to ask again?',
    [
      'What has to be done, by whom, and by when',
      'The names of all who were present',
      'Every argument that was made for and against it',
      'The time at which it was agreed',
    ],
    'A',
    'Task, owner and date make it possible to act on it and to check it. The rest can go elsewhere in the minutes.',
  ),
]

export const emailEtiquette = [
  question(
    'You write one email to 200 applicants, who must not see each other’s addresses. Where do their addresses go?',
    ['To', 'Bcc', 'Cc', 'In the signature'],
    'B',
    'Addresses in Bcc (blind carbon copy) are hidden from the recipients; those in To and Cc can be read by everybody.',
  ),
  question(
    'When is “Reply all” the right choice?',
    [
      'Always, to be on the safe side',
      'When you want to thank the sender',
      'When you disagree with the sender in person',
      'When everybody on the list needs your answer',
    ],
    'D',
    'A reply to all takes up everyone’s time, so it is worth sending only when everyone needs it.',
  ),
  question(
    'Which closing suits a first email to a recruiter you have never met?',
    ['Kind regards,\nSana Qureshi', 'Cheers!! 😀', 'Later,\nS.', 'Lots of love,\nSana'],
    'A',
    'It is polite without being stiff, and gives the full name. The others presume a familiarity that is not there yet.',
  ),
  question(
    'A minute after sending an application you notice that the CV was not attached. What do you do?',
    [
      'Wait until somebody asks for it',
      'Call the company’s reception',
      'Send it at once, with a one-line apology',
      'Send the application again from another address',
    ],
    'C',
    'A prompt, short correction helps the reader and costs you nothing.',
  ),
  question(
    'Which is the best short version of this sentence?\n\n“Due to the fact that the laboratory is closed at this point in time, we are not in a position to carry out the experiment.”',
    [
      'The laboratory, being closed, is what makes the experiment not possible to be done.',
      'Because the laboratory is closed now, we cannot carry out the experiment.',
      'No experiment.',
      'The experiment has a position that is closed.',
    ],
    'B',
    '“Due to the fact that” is “because”, “at this point in time” is “now”, and “are not in a position to” is “cannot”. Nothing is lost.',
  ),
]
