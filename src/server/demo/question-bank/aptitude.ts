import { boolean, numeric, ordering, single, text } from '../questions/question.ts'
import { inTopic, retired, reworded } from './bank-question.ts'

const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`
const moved = (word: string, by: number) =>
  word.replace(/[A-Z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 65 + by) % 26) + 65))
const leastCommon = (numbers: readonly number[]) => {
  let found = Math.max(...numbers)
  while (numbers.some((number) => found % number !== 0)) found++
  return found
}

export const aptitude = [
  ...inTopic('Arithmetic', 'Percentages/Discount', ['shop', 'placement'], {
    easy: [
      [48_000, 15],
      [36_000, 12.5],
      [62_500, 8],
    ].map(([price = 0, discount = 0]) =>
      numeric(
        `A laptop marked ${rupees(price)} is sold with a discount of ${discount}%. What does it cost in rupees?`,
        (price * (100 - discount)) / 100,
        `${100 - discount}% of ${rupees(price)}.`,
      ),
    ),
    hard: [
      reworded(
        single(
          'A price is raised by 20% and then lowered by 20%. How does it compare with the original price?',
          'It is 4% lower',
          ['It is the same', 'It is 4% higher', 'It is 2% lower'],
          '1.2 · 0.8 = 0.96.',
        ),
        'A price goes up 20% and down 20%. What is the change?',
      ),
    ],
  }),
  ...inTopic('Arithmetic', 'Interest/Simple', ['bank', 'placement'], {
    easy: [
      [8_000, 7, 3],
      [15_000, 6, 4],
    ].map(([principal = 0, rate = 0, years = 0]) =>
      numeric(
        `What is the simple interest on ${rupees(principal)} at ${rate}% a year for ${years} years, in rupees?`,
        (principal * rate * years) / 100,
        `${principal} · ${rate} · ${years} ÷ 100.`,
      ),
    ),
  }),
  ...inTopic('Arithmetic', 'Interest/Compound', ['bank', 'placement'], {
    medium: [
      [5_000, 8],
      [12_000, 5],
    ].map(([principal = 0, rate = 0]) =>
      numeric(
        `What is the compound interest on ${rupees(principal)} at ${rate}% a year for 2 years, compounded yearly, in rupees?`,
        Math.round(principal * ((1 + rate / 100) ** 2 - 1) * 100) / 100,
        'The interest of the first year earns interest in the second.',
      ),
    ),
  }),
  ...inTopic('Arithmetic', 'Time and work', ['workers', 'placement'], {
    medium: [
      ['Asha', 'Bilal', 12, 24],
      ['Charu', 'Dev', 10, 15],
      ['Esha', 'Farhan', 20, 30],
      ['Gita', 'Harsh', 18, 9],
    ].map(([one, other, first, second]) =>
      numeric(
        `${one} digitises the old library catalogue in ${first} days, ${other} in ${second} days. How many days do they need together?`,
        (Number(first) * Number(second)) / (Number(first) + Number(second)),
        `Together they do 1/${first} + 1/${second} of the work in a day.`,
      ),
    ),
  }),
  ...inTopic('Arithmetic', 'Time and distance', ['trains', 'placement'], {
    medium: [
      [150, 54],
      [240, 72],
      [200, 90],
    ].map(([metres = 0, speed = 1]) =>
      numeric(
        `How many seconds does a train of ${metres} m need at ${speed} km/h to pass a signal post?`,
        (metres * 18) / (speed * 5),
        `${speed} km/h are ${(speed * 5) / 18} m/s.`,
        { unit: 's' },
      ),
    ),
  }),
  ...inTopic('Arithmetic', 'Ratio', ['sharing'], {
    easy: [
      [7_200, 5, 4],
      [5_600, 3, 5],
    ].map(([sum = 0, first = 1, second = 1]) =>
      numeric(
        `${rupees(sum)} are shared in the ratio ${first} : ${second}. How many rupees is the larger share?`,
        (sum * Math.max(first, second)) / (first + second),
        `One of the ${first + second} parts is ${rupees(sum / (first + second))}.`,
      ),
    ),
  }),
  ...inTopic('Arithmetic', 'Numbers', ['factors'], {
    easy: [
      boolean(
        'The product of two odd numbers is always odd.',
        true,
        'Neither has the factor 2, so the product has none.',
      ),
    ],
    medium: [
      [6, 8, 12],
      [9, 12, 15],
    ].map((minutes) =>
      numeric(
        `Three bells ring together and then every ${minutes.join(', ')} minutes. After how many minutes do they ring together again?`,
        leastCommon(minutes),
        'The least common multiple.',
      ),
    ),
  }),
  ...inTopic('Arithmetic', 'Probability and counting', ['dice', 'placement'], {
    medium: [
      single(
        'Two fair dice are thrown. How likely is it that both show the same number?',
        '1/6',
        ['1/36', '1/12', '1/3'],
        'The second die has to match the first.',
      ),
      single(
        'A bag holds 3 red and 2 blue marbles. Two are drawn without looking. How likely are both red?',
        '3/10',
        ['9/25', '6/25', '2/5'],
        '3/5 · 2/4 = 3/10.',
      ),
      retired(numeric('In how many ways can 5 people sit in a row?', 120, '5 · 4 · 3 · 2 · 1.')),
    ],
    hard: [
      numeric(
        'In how many ways can the letters of ENGINE be arranged?',
        180,
        'Six letters, of which E and N occur twice: 6! ÷ (2! · 2!).',
      ),
    ],
  }),
  ...inTopic('Arithmetic', 'Mensuration', ['volume'], {
    easy: [
      [2, 1.5, 1.2],
      [3, 2, 0.5],
    ].map(([length = 0, width = 0, height = 0]) =>
      numeric(
        `A tank measures ${length} m × ${width} m × ${height} m inside. How many litres does it hold?`,
        Math.round(length * width * height * 1000),
        'A cubic metre is 1,000 litres.',
        { unit: 'L' },
      ),
    ),
  }),
  ...inTopic('Reasoning', 'Series/Numbers', ['series', 'placement'], {
    easy: [
      numeric('Which number comes next? 2, 5, 10, 17, 26, …', 37, 'Squares plus 1: 36 + 1.'),
      numeric('Which number comes next? 1, 8, 27, 64, …', 125, 'The cubes: 5³.'),
      numeric('Which number comes next? 2, 3, 5, 8, 13, …', 21, 'Each is the sum of the two before it.'),
    ],
    medium: [
      numeric('Which number comes next? 5, 11, 23, 47, …', 95, 'Twice the number before, plus 1.'),
      numeric('Which number comes next? 4, 6, 9, 13.5, …', 20.25, 'Each is one and a half times the number before.'),
    ],
  }),
  ...inTopic('Reasoning', 'Codes', ['letters', 'placement'], {
    easy: (
      [
        ['CABLE', 2],
        ['TRAIN', 3],
        ['MOTOR', 1],
      ] as const
    ).map(([word, by]) =>
      text(
        `In a code, every letter is replaced by the ${by === 1 ? 'next letter' : `letter ${by} places after it`} in the alphabet. How is ${word} written?`,
        [moved(word, by)],
        `${word[0]} becomes ${moved(word, by)[0]}, and so on.`,
        [moved(word, by + 1), moved(word, 25)],
      ),
    ),
  }),
  ...inTopic('Reasoning', 'Directions', ['distance'], {
    medium: [
      [6, 8],
      [5, 12],
      [9, 12],
    ].map(([north = 0, east = 0]) =>
      numeric(
        `Ravi walks ${north} km north and then ${east} km east. How far is he from his starting point in a straight line?`,
        Math.hypot(north, east),
        `The hypotenuse of a right triangle: √(${north}² + ${east}²).`,
        { unit: 'km' },
      ),
    ),
  }),
  ...inTopic('Reasoning', 'Clocks and calendars', ['clock'], {
    medium: [
      single(
        '1 January 2025 was a Wednesday. Which day of the week is 1 January 2026?',
        'Thursday',
        ['Tuesday', 'Wednesday', 'Friday'],
        '365 days are 52 weeks and 1 day.',
      ),
    ],
    hard: [
      [3, 40],
      [4, 20],
      [9, 30],
    ].map(([hour = 0, minute = 0]) => {
      const apart = Math.abs(30 * hour - 5.5 * minute)
      return numeric(
        `What is the smaller angle between the hands of a clock at ${hour}:${minute}?`,
        Math.min(apart, 360 - apart),
        `The hour hand is at ${30 * hour + minute / 2}°, the minute hand at ${6 * minute}°.`,
        { unit: '°' },
      )
    }),
  }),
  ...inTopic('Reasoning', 'Relations and order', ['logic'], {
    easy: [
      single(
        'Meera says of a boy: “He is the son of my father’s only son.” How is the boy related to Meera?',
        'Nephew',
        ['Brother', 'Son', 'Cousin'],
        'Her father’s only son is her brother.',
      ),
      ordering(
        'Asha is taller than Bilal, Charu is taller than Asha, and Dev is shorter than Bilal. Order them, tallest first.',
        ['Charu', 'Asha', 'Bilal', 'Dev'],
        'Charu > Asha > Bilal > Dev.',
      ),
    ],
    medium: [
      single(
        'All routers are devices. No device is a cable. Which conclusion follows?',
        'No router is a cable',
        ['Some routers are cables', 'All devices are routers', 'Some cables are devices'],
        'Routers are among the devices, and none of these is a cable.',
      ),
      boolean(
        'If it is true that some engineers are painters, then it is also true that some painters are engineers.',
        true,
        'The same people are both.',
      ),
    ],
  }),
]
