import { lateBoard } from '../essays/late-board.ts'
import { boolean, essay, gaps, matching, multiple, numeric, ordering, single, text } from '../questions/question.ts'
import { inTopic, retired, reworded } from './bank-question.ts'

/** Creates a gap with three words to choose from. */
const choice = (A: string, B: string, C: string, correctAnswer: 'A' | 'B' | 'C') => ({
  kind: 'choice' as const,
  options: { A, B, C },
  correctAnswer,
})

const passage =
  'The campus canteen stopped using paper cups in March. Students may bring a cup of their own or borrow a steel one for a deposit of ₹50. In the first month the amount of waste fell by a third, although the number of customers grew. Two complaints were received; both were about the deposit.'

export const language = [
  ...inTopic('Verbal', 'Vocabulary/Synonyms', ['words', 'placement'], {
    easy: [
      single(
        'Which word is closest in meaning to “brief”?',
        'short',
        ['exact', 'clear', 'early'],
        'Brief: lasting only a short time.',
      ),
      single(
        'Which word is closest in meaning to “reluctant”?',
        'unwilling',
        ['careless', 'hidden', 'grateful'],
        'Who is reluctant would rather not.',
      ),
    ],
    medium: [
      single(
        'Which word is closest in meaning to “meticulous”?',
        'very careful',
        ['nervous', 'very small', 'mysterious'],
        'Meticulous: careful about every detail.',
      ),
      single(
        'Which word is closest in meaning to “obsolete”?',
        'outdated',
        ['obvious', 'rare', 'stubborn'],
        'Obsolete: no longer in use.',
      ),
    ],
    hard: [
      single(
        'Which word is closest in meaning to “laconic”?',
        'using few words',
        ['lazy', 'without feeling', 'very loud'],
        'A laconic answer is a short one.',
      ),
    ],
  }),
  ...inTopic('Verbal', 'Vocabulary/Antonyms', ['words', 'placement'], {
    easy: [
      single(
        'Which word means the opposite of “expand”?',
        'contract',
        ['extend', 'expire', 'explain'],
        'To contract: to become smaller.',
      ),
    ],
    medium: [
      single(
        'Which word means the opposite of “transparent”?',
        'opaque',
        ['fragile', 'visible', 'smooth'],
        'Light does not pass through what is opaque.',
      ),
      retired(
        single(
          'Which word means the opposite of “frugal”?',
          'wasteful',
          ['hungry', 'thrifty', 'weak'],
          'Frugal people spend little.',
        ),
      ),
    ],
  }),
  ...inTopic('Verbal', 'Grammar/Agreement', ['grammar'], {
    easy: [
      single(
        'Which sentence is correct?',
        'Each of the machines has its own switch.',
        [
          'Each of the machines have its own switch.',
          'Each of the machine has its own switch.',
          'Each of the machines are having its own switch.',
        ],
        '“Each” is singular.',
      ),
      gaps(
        'She is good {{1}} mathematics and interested {{2}} robotics.',
        [choice('on', 'at', 'in', 'B'), choice('in', 'at', 'for', 'A')],
        'Good at, interested in.',
        [['C', 'A']],
      ),
    ],
    medium: [
      reworded(
        multiple(
          'Which of these sentences are correct?',
          ['Fewer students came today.', 'There is less noise now.'],
          ['Less students came today.', 'There are fewer noise now.'],
          '“Fewer” goes with what can be counted, “less” with what cannot.',
        ),
        'Which sentences are right?',
      ),
    ],
  }),
  ...inTopic('Verbal', 'Grammar/Spelling and order', ['spelling'], {
    easy: [
      text('Correct the spelling: “accomodate”.', ['accommodate'], 'Two c and two m.', ['acommodate', 'accomodate']),
    ],
    medium: [
      ordering(
        'Put the parts of the sentence in order.',
        ['Although the bridge', 'had been inspected in May,', 'engineers closed it in June', 'because of a crack.'],
        'The subordinate clause comes first and ends with the comma.',
      ),
      matching(
        'Match each idiom with its meaning.',
        {
          'break the ice': 'start a conversation',
          'cut corners': 'save effort at the cost of quality',
          'hit the books': 'study',
        },
        'To call it a day means to stop working.',
        ['stop working'],
      ),
    ],
  }),
  ...inTopic('Verbal', 'Reading', ['passage'], {
    easy: [
      {
        ...boolean(
          'According to the passage, fewer people came to the canteen after the change.',
          false,
          'The number of customers grew.',
        ),
        passage,
      },
      {
        ...single(
          'What were the complaints about?',
          'The deposit',
          ['The waste', 'The steel cups', 'The prices'],
          'The last sentence says so.',
        ),
        passage,
      },
    ],
  }),
  ...inTopic('Communication', 'Writing/Email', ['email'], {
    easy: [
      single(
        'Which subject line helps the reader of a message about a moved laboratory session most?',
        'Circuits lab of 4 March moved to 6 March, 2 p.m.',
        ['Important information', 'Lab', 'Please read at once!!'],
        'It says what changed and to when.',
      ),
      boolean(
        'Recipients in Bcc are visible to the recipients in To.',
        false,
        'Bcc is a blind copy: nobody else sees these addresses.',
      ),
    ],
    hard: [
      {
        ...essay(
          'Your project’s sensor board arrives a week late. Write the email (60 to 200 words) in which you tell your guide, Dr. Deshpande, and propose what to do.',
          lateBoard,
          'A good email names the delay and its effect first, then a plan, and closes politely.',
          { marks: 6, maxWords: 200 },
        ),
        source: 'Technical Communication, unit 2',
      },
    ],
  }),
  ...inTopic('Communication', 'Speaking/Presentations', ['slides'], {
    easy: [
      multiple(
        'Which of these help an audience to follow a talk?',
        ['Saying at the start what the talk is about', 'One idea on each slide'],
        ['Reading full paragraphs from the slides', 'Leaving out all pauses'],
        'Listeners cannot read and listen at the same time, and need pauses to think.',
      ),
      ordering(
        'Put the parts of a talk in their usual order.',
        ['Question', 'Method', 'Results', 'Conclusion'],
        'Listeners need the question before its answer.',
      ),
    ],
  }),
  ...inTopic('Communication', 'Listening', ['meetings'], {
    medium: [
      single(
        'A colleague explains why her part is late. Which reply shows that you have listened?',
        '“So the data came two days late. Did I get that right?”',
        ['“The same happened to me last year.”', '“And when is it ready?”', '“You should have said so.”'],
        'It repeats the point and asks whether it is understood.',
      ),
    ],
  }),
  ...inTopic('Arithmetic', 'अंकगणित', ['हिंदी'], {
    easy: [
      numeric('₹800 की एक किताब पर 15% छूट मिलती है। किताब कितने रुपये में मिलेगी?', 680, '₹800 का 85% = ₹680।'),
      numeric('पाँच संख्याओं का औसत 24 है। उनका योग कितना है?', 120, 'योग = औसत × संख्या = 24 × 5।'),
      boolean('प्रत्येक वर्ग एक आयत भी होता है।', true, 'वर्ग के चारों कोण समकोण होते हैं।'),
    ].map((question) => ({ ...question, language: 'hi' })),
    medium: [
      {
        ...numeric('एक रेलगाड़ी 3 घंटे में 195 किमी चलती है। उसकी औसत चाल कितनी है?', 65, '195 ÷ 3 = 65।', {
          unit: 'किमी/घंटा',
        }),
        language: 'hi',
      },
    ],
  }),
  ...inTopic('Arithmetic', 'अंकगणित/क्षेत्रफळ', ['मराठी'], {
    easy: [
      numeric('एका आयताची लांबी 12 मीटर आणि रुंदी 5 मीटर आहे. त्याचे क्षेत्रफळ किती चौरस मीटर आहे?', 60, '12 × 5 = 60.'),
      numeric('25 चा वर्ग किती?', 625, '25 × 25 = 625.'),
    ].map((question) => ({ ...question, language: 'mr' })),
  }),
]
