import { question } from './question.ts'

/** A passage that is long enough to scroll on a phone. */
const passage = [
  'Read the passage and answer the question below it.',
  '',
  'When the women of Karuvelam began to keep a notebook of the village tank, nobody thought of it as science. Every Monday one of them walked down the stone steps, counted how many were above the water, and wrote the number beside the date. The tank irrigated some ninety acres, and its level decided who would plant paddy and who would make do with millet. Until then the decision had been taken by the three families whose fields lay nearest to the sluice, on the strength of what they called experience.',
  '',
  'In the fourth year the notebook began to speak. Laid side by side, the columns showed that the tank no longer emptied because of poor rain: in two wet years it had fallen as early as in a dry one. What had changed was the bed. Silt had raised it by almost three steps, so that a full tank held far less than a full tank once had. The families at the sluice disputed this, politely at first. But a column of numbers is hard to shame, and harder to interrupt.',
  '',
  'The silt was dug out over one summer and spread on the fields, where it did more good than any fertiliser bought that year. An engineer from the district office later asked who had designed the survey. The women showed him the notebook. He turned its pages for a while, looking for the method, and then understood that he was holding it.',
  '',
  'Which statement best expresses the main idea of the passage?',
].join('\n')

export const readingAndGrammar = [
  question(
    passage,
    [
      'Villages should leave the management of water to trained engineers.',
      'Poor rainfall is the chief reason why village tanks run dry.',
      'Patient, simple record-keeping can settle a question that authority and habit had answered wrongly.',
      'Silt is a better fertiliser than the kinds that are sold in shops.',
    ],
    'C',
    'The passage follows the notebook from a habit to evidence that overrules “experience”. Rain is shown not to be the cause, the engineer appears only at the end and is the one who learns, and the silt on the fields is a side effect.',
  ),
  question(
    [
      'Which part of the sentence has an error?',
      '',
      '(A) Neither of the two proposals / (B) that were discussed yesterday / (C) have been approved / (D) by the committee.',
    ].join('\n'),
    ['Part A', 'Part B', 'Part C', 'Part D'],
    'C',
    'The subject is “neither”, which is singular: it must be “has been approved”. “That were discussed” is right, since it refers to the two proposals.',
  ),
  question(
    'Choose the word or phrase closest in meaning to “meticulous”.',
    ['hurried', 'careful about every detail', 'generous', 'hard to please'],
    'B',
    'A meticulous person pays great attention to small details.',
  ),
  question(
    'Choose the word most nearly opposite in meaning to “scarce”.',
    ['costly', 'empty', 'hidden', 'abundant'],
    'D',
    'Scarce means available only in small amounts; abundant means available in large ones.',
  ),
  question(
    'Fill in the blank.\n\nShe has been working on her thesis ____ three years.',
    ['for', 'since', 'from', 'by'],
    'A',
    '“For” goes with a length of time, “since” with its starting point (since 2023).',
  ),
  question(
    [
      'Put the sentences in the order that makes a coherent paragraph.',
      '',
      'P. However, the first prototype leaked at every joint.',
      'Q. The team had promised a working water filter by the end of the semester.',
      'R. So they replaced the glue with a rubber seal and left it running overnight.',
      'S. By morning, the bench underneath was still dry.',
    ].join('\n'),
    ['P Q R S', 'Q P R S', 'Q R P S', 'R S Q P'],
    'B',
    'Q sets the scene, “However” in P turns against it, “So” in R answers the leak, and S gives the result of the night.',
  ),
  question(
    'What does “to burn the midnight oil” mean?',
    [
      'to waste money',
      'to lose one’s temper',
      'to study or work late into the night',
      'to finish a job at the last moment',
    ],
    'C',
    'Before electric light, working late meant burning oil in a lamp.',
  ),
]

export const vocabularySprint = [
  question(
    'Which word means “spoken without any preparation”?',
    ['verbatim', 'extempore', 'rhetorical', 'audible'],
    'B',
    'An extempore speech is made on the spot. Verbatim means word for word.',
  ),
  question(
    'Which spelling is correct?',
    ['accomodate', 'acommodate', 'accommodate', 'accommadate'],
    'C',
    'Accommodate has room for two c’s and two m’s.',
  ),
  question(
    'Complete the analogy.\n\nDrought : Rain :: Famine : ____',
    ['Hunger', 'Desert', 'Crowd', 'Food'],
    'D',
    'A drought is a severe lack of rain, a famine a severe lack of food. Hunger is what a famine causes, not what it lacks.',
  ),
  question(
    'Fill in the blank.\n\nThe minister’s ____ reply left the reporters no wiser than before.',
    ['evasive', 'candid', 'lucid', 'explicit'],
    'A',
    'A reply that says nothing avoids the question: it is evasive. The other three would have made the reporters wiser.',
  ),
  question(
    'Fill in the blanks.\n\nThe new timetable will not ____ the bus service, although its ____ on the canteen may be large.',
    ['effect … affect', 'affect … effect', 'affect … affect', 'effect … effect'],
    'B',
    'To affect (verb) is to influence; an effect (noun) is the result.',
  ),
]
