import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FoundItem, type Media, UnreadableFile } from '#server/features/bank/formats/found.ts'
import { looksLikeGift, readGift } from '#server/features/bank/formats/gift.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'

const url = '/images/0123456789abcdef0123456789abcdef.png'
const media: Media = { add: async () => ({ url }) }

/** Reads a file, and checks that every reading can be stored. */
async function read(text: string): Promise<FoundItem[]> {
  const items: FoundItem[] = []
  for await (const item of readGift(text, media)) {
    for (const { question } of item.readings) bankQuestionForm.parse({ subject: 'Technical', ...question })
    items.push(item)
  }
  return items
}

/** Reads the only item of a file. */
async function item(text: string): Promise<FoundItem> {
  const items = await read(text)
  expect(items).toHaveLength(1)
  return items[0] as FoundItem
}

/** Reads the only meaning of the only item. */
async function reading(text: string) {
  const { readings, reason } = await item(text)
  expect(reason).toBeUndefined()
  expect(readings).toHaveLength(1)
  const [{ question, losses } = { question: undefined, losses: [] }] = readings
  return { question, losses }
}
const question = async (text: string) => (await reading(text)).question
const losses = async (text: string) => (await reading(text)).losses
const reason = async (text: string) => {
  const { readings, reason: why } = await item(text)
  expect(readings).toEqual([])
  return why
}
const labels = async (text: string) => (await item(text)).readings.map(({ label }) => label)

describe('items', () => {
  it('are separated by empty lines, with their lines and categories', async () => {
    const file = [
      '\ufeff// question: 0  name: Switch category to $course$/top/Trees/Binary',
      '$CATEGORY: $course$/top/Trees/Binary//unary',
      '',
      '// question: 4',
      '// [id:Q-4\\]] [tag:easy] [tag:week 1]',
      '::First\\: one::One {T}',
      '   ',
      '',
      'Two',
      '{',
      '=a',
      '',
      '// a comment between the answers',
      '~b',
      '}',
      '$CATEGORY: top/Other',
      'Three {F}',
      '',
      '// [tag:late]',
      '',
      'Four {}',
    ].join('\r\n')
    expect(await read(file)).toMatchObject([
      {
        title: 'First: one',
        line: 6,
        category: ['Trees', 'Binary/unary'],
        readings: [{ question: { tags: ['easy', 'week 1'], notes: 'Id: Q-4]' } }],
      },
      { title: 'Two', line: 9, category: ['Trees', 'Binary/unary'] },
      { title: 'Three', line: 17, category: ['Other'] },
      { title: 'Four', line: 21, readings: [{ question: { type: 'essay', tags: ['late'] } }] },
    ])
  })

  it('are refused alone if their braces are wrong', async () => {
    const items = await read(
      'A {=a ~b\n\nB {T}\n\nC }\n\nD {=a {b} ~c}\n\nE {T} {F}\n\nF $$\\frac{1}{2}$$ {T}\n\nG {F}',
    )
    expect(items.map(({ line, reason: why }) => [line, why?.slice(0, 32)])).toEqual([
      [1, 'The { on line 1 is not closed. A'],
      [3, undefined],
      [5, 'The } on line 5 has no { before '],
      [7, 'The { on line 7 is inside other '],
      [9, 'It has a second { on line 9. Wri'],
      [11, 'It has a second { on line 11. Wr'],
      [13, undefined],
    ])
  })

  it('without answers are refused as texts', async () => {
    expect(await reason('Read this first.')).toBe('It has no answers in braces, so it is a text and not a question')
    expect(await reason('{T}')).toBe('It has no question text')
    expect(await reason('::Name {T}')).toBe('Its name is not closed. Write ::name:: before the question')
  })

  it('reports tags that do not fit', async () => {
    const tags = Array.from({ length: 25 }, (_, at) => `[tag:t${at}]`).join(' ')
    expect(await losses(`// ${tags}\nQ {T}`)).toEqual(['5 of 25 tags are not kept'])
  })

  it('reports indentation, which GIFT ignores', async () => {
    expect(await losses('Code\\:\nif x\\:\n    print(x)\nelse\\:\n    pass {T}')).toEqual([
      'The indentation of lines is not kept',
    ])
  })

  it('reports a file without items', async () => {
    await expect(read('\n// only a comment\n')).rejects.toThrow(UnreadableFile)
  })
})

describe('texts', () => {
  it.each([
    ['What is a=b, 2:1, C# or ~x?', 'What is a=b, 2:1, C# or ~x?'],
    ['\\{\\}\\~\\=\\#\\:\\\\x\\ny', '{}~=#:\\\\x\ny'],
    ['&&092; and &&123;', '&&092; and &&123;'],
    ['vector<int> and a < b', 'vector<int> and a < b'],
    ['*not* bold\nsecond line', '\\*not\\* bold\nsecond line'],
    ['Use <b>bold</b> &amp; H<sub>2</sub>O\nsecond<br>third', 'Use **bold** & H₂O\nsecond\nthird'],
    ['$$x^2$$ and \\(\\frac\\{1\\}\\{2\\}\\)', '\\[x^2\\] and \\(\\frac{1}{2}\\)'],
    ['\\\\(a\\\\)', '\\(a\\)'],
    ['$a \\(x\\) b$', '\\$a \\(x\\) b\\$'],
    ['[html]<p>One <i>two</i></p><p>a\nb</p>', 'One *two*\n\na b'],
    ['[plain]<b>x</b> *y*', '<b>x</b> \\*y\\*'],
    ['[html]<img src\\="w.svg" data-mathml\\="«math»«mi»x«/mi»«/math»"> is', '\\(x\\) is'],
    ['[html]<b>#include</b> <stdio.h>', '**#include** <stdio.h>'],
    ['[markdown]**x** `a\\=b`', '**x** `a=b`'],
    ['[moodle]a <em>b</em>', 'a *b*'],
    ['[1] first', '[1] first'],
  ])('reads %j', async (text, markdown) => {
    expect(await question(`${text} {T}`)).toMatchObject({ questionText: markdown })
  })

  it('inherit the format of the question', async () => {
    expect(await question('[html]Q{=<b>a</b> ~[plain]<b>c</b> ~[markdown]*b*####<i>why</i>}')).toMatchObject({
      options: { A: '**a**', B: '<b>c</b>', C: '*b*' },
      explanation: '*why*',
    })
  })

  it('keep commands in formulas that begin like a line break', async () => {
    expect(await reading('$$a \\neq b$$ and a\\nb {T}')).toEqual({
      question: { questionText: '\\[a \\neq b\\] and a\nb', type: 'boolean', correctAnswer: true },
      losses: ['\\neq in a formula is read as a command, not as a line break'],
    })
  })

  it('report images, which are not in the file', async () => {
    expect(await losses('[html]Look <img src\\="@@PLUGINFILE@@/my%20picture.png"> {T}')).toEqual([
      'An image is not kept: my picture.png is not in the file',
    ])
    expect(await losses('[markdown]![x](http\\://a.org/b.png) [link](http\\://a.org) <b>x</b> &lt; {T}')).toEqual([
      'HTML tags inside Markdown are shown as text',
      'HTML codes such as &lt; inside Markdown are shown as they are written',
      'An image is not kept: b.png is not in the file',
      'A link is shown as [link](http://a.org)',
    ])
    const inWord = 'Bold or italic inside a word is shown with its asterisks'
    expect(await losses('[markdown]un**believ**able {T}')).toEqual([inWord])
    expect(await losses('[markdown]这是**重点**内容 {T}')).toEqual([inWord])
    expect(await losses('[markdown]a **word**, a\\*b\\*c, 2*3 and `a*b*c` {T}')).toEqual([])
    expect(await reason('Q {=[html]<img src\\="a.png"> ~b}')).toBe(
      'Option A has no text. An image is not kept: a.png is not in the file',
    )
  })

  it('keep images that are part of the file', async () => {
    const image = '<img src\\="data\\:image/png;base64,iVBORw0KGgo\\=">'
    expect(await question(`[html]Look ${image} {=a ${image} ~b}`)).toMatchObject({
      questionText: 'Look',
      questionImageUrl: url,
      optionImages: { A: url },
    })
  })

  it('report removed scripts', async () => {
    expect(await reading('[html]Hi <script>alert(1)</script><b onclick\\="x()">there</b> {T}')).toMatchObject({
      question: { questionText: 'Hi **there**' },
      losses: ['Scripts and styles are removed'],
    })
  })

  it('are refused if they are too long', async () => {
    expect(await reason(`${'x'.repeat(10_001)} {T}`)).toBe('The question text: Must be at most 10000 characters')
    expect(await reason(`Q {=${'x'.repeat(2_001)} ~b}`)).toBe('Option A: Must be at most 2000 characters')
    expect(await reason(`${'x'.repeat(100_001)} {T}`)).toBe('The question text is longer than 100,000 characters')
    expect(await reason('a\u0000b {T}')).toBe('The question text: Contains characters that cannot be shown')
  })

  it('must be decided if tags may be formatting or text', async () => {
    expect(await item('Where does <div> end? {=a ~b}')).toMatchObject({
      reason: 'Its HTML tags may be formatting or part of the text',
      readings: [
        { label: 'HTML tags are formatting', question: { questionText: 'Where does\n\nend?' } },
        { label: 'HTML tags are part of the text', question: { questionText: 'Where does <div> end?' } },
      ],
    })
    expect(await labels('What does <br> do? {=a ~b}')).toHaveLength(2)
    expect(await labels('Which one is less? {=&lt; ~&gt;}')).toHaveLength(2)
  })

  it('keep tags if they would otherwise be empty', async () => {
    expect(await question('Which is bold? {=<b> ~<i> ~<u>}')).toMatchObject({
      options: { A: '<b>', B: '<i>', C: '<u>' },
    })
  })
})

describe('options', () => {
  const options = { A: 'a', B: 'b', C: 'c', D: 'd' }

  it('with one = are single choice', async () => {
    expect(await question('Q {~a =b ~c ~d####Why}')).toEqual({
      questionText: 'Q',
      options,
      correctAnswer: 'B',
      explanation: 'Why',
    })
    expect(await question('Q {~a=b~c~d}')).toEqual({ questionText: 'Q', options, correctAnswer: 'B' })
    expect(await question('Q {=%d ~%s ~% of x}')).toMatchObject({ options: { A: '%d', B: '%s', C: '% of x' } })
    expect(await question('Q {=a -> b ~c}')).toMatchObject({ options: { A: 'a -> b', B: 'c' } })
  })

  it('have the same penalty if all wrong ones cost the same', async () => {
    expect(await question('Q {=a ~%-33.33333%b ~%-33.33333%c}')).toMatchObject({ correctAnswer: 'A', penalty: '1/3' })
    expect(await reading('Q {=a ~%-25%b ~c}')).toMatchObject({
      question: { correctAnswer: 'A' },
      losses: ['The penalty for option B (25% of the marks) is not kept'],
    })
    expect(await question('Q {=a ~%-25%b ~c}')).not.toHaveProperty('penalty')
  })

  it('report partial marks of single choice', async () => {
    expect(await losses('Q {=a ~%50%b ~c}')).toEqual(['Partial credit for option B (50% of the marks) is not kept'])
  })

  it('with weights are multiple choice', async () => {
    const multiple = { type: 'multiple', options, correctAnswers: ['A', 'B'] }
    expect(await reading('Q {~%50%a ~%50%b ~%-50%c ~%-50%d}')).toEqual({
      question: { questionText: 'Q', ...multiple, scoring: 'each' },
      losses: [],
    })
    expect(await reading('Q {~%50%a ~%50%b ~%-100%c ~%-100%d}')).toEqual({
      question: { questionText: 'Q', ...multiple, scoring: 'partial' },
      losses: [],
    })
    expect(await reading('Q {~%33.333%a ~%33.33%b ~%33.33333%c ~%-100%d}')).toMatchObject({
      question: { correctAnswers: ['A', 'B', 'C'], scoring: 'each' },
      losses: [],
    })
  })

  it.each([
    ['~%50%a ~%50%b ~c ~d', ['Every wrong option costs 50% of the marks, not 0%']],
    ['~%60%a ~%40%b ~%-50%c ~%-50%d', ['Right options earn equal shares, not 60%, 40%']],
    [
      '~%50%a ~%25%b ~%-50%c ~%-50%d',
      ['Right options earn equal shares, not 50%, 25%', 'All right options together earn 100% of the marks, not 75%'],
    ],
    ['~%50%a ~%50%b ~%-50%c ~d', ['Every wrong option costs 50% of the marks; in the file, their costs differ']],
    ['~%50%a#yes ~%50%b ~%-50%c ~%-50%d', ['Feedback per option is not kept']],
  ])('%s reports what is graded differently', async (answers, expected) => {
    expect(await losses(`Q {${answers}}`)).toEqual(expected)
  })

  it('must be decided if several earn full marks', async () => {
    expect(await item('Q {=a =b ~c ~d}')).toMatchObject({
      reason: '2 options are marked as correct, each for full marks',
      readings: [
        { label: 'One of A and B is enough', question: { correctAnswer: 'A', alternatives: ['B'] }, losses: [] },
        {
          label: 'A and B must all be chosen',
          question: { type: 'multiple', correctAnswers: ['A', 'B'], scoring: 'all' },
        },
      ],
    })
    expect(await labels('Q {~%100%a ~%100%b ~%100%c ~d}')).toEqual([
      'One of A, B and C is enough',
      'A, B and C must all be chosen',
    ])
  })

  it('must be decided if a # may belong to the text', async () => {
    expect(await item('Q {=C# ~Java}')).toMatchObject({
      reason: 'A # may belong to an answer, as in C#, or begin feedback',
      readings: [
        { question: { options: { A: 'C' } } },
        { label: 'The # belongs to the answer', question: { options: { A: 'C#' } } },
      ],
    })
    expect(await question('Q {=C\\# ~Java}')).toMatchObject({ options: { A: 'C#', B: 'Java' } })
  })

  it.each([
    ['~a ~b', 'No option is marked as correct'],
    ['~%-50%a ~b', 'No option is marked as correct'],
    ['=a ~', 'Option B has no text'],
    ['~%100%a', 'It has only one option; at least 2 are needed'],
    ['a ~b =c', 'Put = or ~ before the option “a”'],
    ['=a ~%150%b', 'The weight %150% must be a number from -100 to 100, such as %33.333%'],
    ['~%33,3%a ~b', 'The weight %33,3% must be a number from -100 to 100, such as %33.333%'],
    ['=%50%a ~b', 'An option after = is worth 100%, not 50%. Write ~ before the weight'],
    ['~x=3 ~y =z', 'An = inside an answer must be written \\=. Before an answer, put a space before the ='],
    ['=a ~b ~c ~d ~e ~f ~g ~h ~i ~j ~k', 'It has 11 options; at most 10 are allowed'],
  ])('%s are refused', async (answers, expected) => {
    expect(await reason(`Q {${answers}}`)).toBe(expected)
  })
})

describe('other answers', () => {
  it.each([
    ['T', true],
    ['TRUE', true],
    ['F', false],
    ['FALSE', false],
  ])('%s is true or false', async (word, correctAnswer) => {
    expect(await reading(`Q {${word}}`)).toEqual({
      question: { questionText: 'Q', type: 'boolean', correctAnswer },
      losses: [],
    })
    expect(await reading(`Q { ${word}#wrong#right####why }`)).toEqual({
      question: { questionText: 'Q', type: 'boolean', correctAnswer, explanation: 'why' },
      losses: ['Feedback per answer is not kept'],
    })
  })

  it('true in lower case must be decided', async () => {
    expect(await labels('Q {true}')).toEqual(['True is correct', 'Students type “true”'])
    expect(await labels('Q {=F}')).toEqual(['False is correct', 'Students type “F”'])
  })

  it('reads short answers with weights', async () => {
    expect(await reading('Q {=Tom =%50%Thomas =%33.33333%To* =%0%*#no}')).toEqual({
      question: {
        questionText: 'Q',
        type: 'text',
        accepted: [{ value: 'Tom' }, { value: 'Thomas', fraction: 0.5 }, { value: 'To*', fraction: 1 / 3 }],
      },
      losses: ['Feedback per answer is not kept'],
    })
    expect(await question('Q {five}')).toMatchObject({ type: 'text', accepted: [{ value: 'five' }] })
    expect(await question('Q {=%100%Berlin#\n=%100%C\\#\\=\\\\*#\n}')).toMatchObject({
      accepted: [{ value: 'Berlin' }, { value: 'C#=\\*' }],
    })
    expect(await losses('Q {=%0%no* =*}')).toEqual([
      'If several answers match, the one with the most marks counts, not the first',
    ])
    expect(await losses('Q {=a =%-50%b}')).toEqual(['The negative marks of the answer “b” are not kept'])
    expect(await reason('Q {=%0%a}')).toBe('No answer earns marks')
    expect(await reason('Q {= =b}')).toBe('An accepted answer is empty')
    expect(await reason('Q {a =b}')).toBe('Put = or ~ before the answer “a”')
  })

  it.each([
    ['#3', { correctValue: 3 }],
    ['#-.5:0', { correctValue: -0.5 }],
    ['#\u22125', { correctValue: -5 }],
    ['#3.14:0.01', { correctValue: 3.14, tolerance: 0.01 }],
    ['#1e3\\:1E-2', { correctValue: 1000, tolerance: 0.01 }],
    ['#-5..-3', { range: { min: -5, max: -3 } }],
    ['# =%100%2..2.5 ', { range: { min: 2, max: 2.5 } }],
  ])('reads numbers in %s', async (answers, key) => {
    expect(await reading(`Q {${answers}}`)).toEqual({
      question: { questionText: 'Q', type: 'numeric', ...key },
      losses: [],
    })
  })

  it('reports numbers that earn partial marks', async () => {
    expect(await reading('Q {#=3:0.1#good =%50%3:1 =%0%7 ~#no ####Why}')).toEqual({
      question: { questionText: 'Q', type: 'numeric', correctValue: 3, tolerance: 0.1, explanation: 'Why' },
      losses: ['Feedback per answer is not kept', 'Partial credit for 3:1 (50% of the marks) is not kept'],
    })
    expect(await reading('Q {#=2..3 =%50%1..2}')).toEqual({
      question: { questionText: 'Q', type: 'numeric', range: { min: 2, max: 3 } },
      losses: ['Partial credit for 1..2 (50% of the marks) is not kept'],
    })
    expect(await labels('Q {#=%50%2:0.5 =3:0.1 =%50%3:1 =%0%*}')).toEqual([''])
    expect(await labels('Q {#=3 =5}')).toEqual(['The answer is 3', 'The answer is 5'])
  })

  it.each([
    ['#3,14', '“3,14” is not a number. Write a decimal point and no thousands separators'],
    ['#3 m', '“3 m” is not a number'],
    ['#9007199254740993', 'The number 9007199254740993 has too many digits to be stored exactly'],
    ['#5..1', 'The range 5..1 ends before it begins'],
    ['#3:-1', 'The tolerance of 3:-1 is negative'],
    ['#=%50%3', 'No number earns full marks'],
    ['#', 'No number earns full marks'],
    ['#=*', '“*” is not a number'],
    ['#=%0%3:0 =3:1', 'Its answers 3:0 and 3:1 overlap, and the first one counts in Moodle'],
    ['#=%50%3:2 =3:0.1', 'Its answers 3:2 and 3:0.1 overlap, and the first one counts in Moodle'],
    ['#=%-50%10 =5..15', 'Its answers 10 and 5..15 overlap, and the first one counts in Moodle'],
    // 2 earns half of the marks in Moodle, and a range cannot leave out its end.
    ['#=%50%1..2 =2..3', 'Its answers 1..2 and 2..3 overlap, and the first one counts in Moodle'],
    ['#=%0%* =3', 'Its answers * and 3 overlap, and the first one counts in Moodle'],
  ])('refuses numbers in %s', async (answers, expected) => {
    expect(await reason(`Q {${answers}}`)).toBe(expected)
  })

  it('reads pairs and distractors', async () => {
    expect(await reading('Q {\n=<b>a</b> -> *1*\n=b -> 2 -> 3\n= -> 4\n####Why}')).toEqual({
      question: {
        questionText: 'Q',
        type: 'matching',
        pairs: [
          { left: '**a**', right: '\\*1\\*' },
          { left: 'b', right: '2 -> 3' },
        ],
        distractors: ['4'],
        explanation: 'Why',
      },
      losses: [],
    })
    expect(await labels('Q {=a -> 1#yes =b -> C#}')).toEqual(['The # begins feedback', 'The # belongs to the answer'])
  })

  it.each([
    ['Caf&eacute; & bar', 'Café & bar'],
    ['x<y &lt; z', 'x<y < z'],
    ['<p>H<sub>2</sub>O</p>', 'H₂O'],
    ['<td>', '<td>'],
  ])('shows the right side %s as Moodle does', async (right, expected) => {
    expect(await question(`Q {=a -> ${right} =b -> y}`)).toMatchObject({ pairs: [{ right: expected }, {}] })
  })

  it.each([
    ['=a -> 1 =b', '“b” has no -> although other answers of the question have one'],
    ['=a -> 1 = -> 2', 'A matching question needs at least two pairs'],
    ['=a -> 1 =a -> 2', 'The left side “a” occurs twice'],
    ['=a -> 1 =b ->', '“b ->” has no text after ->'],
    ['=%50%a -> 1 =b -> 2', 'Pairs cannot have weights'],
  ])('refuses pairs in %s', async (answers, expected) => {
    expect(await reason(`Q {${answers}}`)).toBe(expected)
  })

  it('reads essays', async () => {
    expect(await question('Q {}')).toEqual({ questionText: 'Q', type: 'essay' })
    expect(await question('Q { ####[html]<b>Hint</b> }')).toEqual({
      questionText: 'Q',
      type: 'essay',
      explanation: '**Hint**',
    })
  })
})

describe('answers inside the text', () => {
  it('are gaps', async () => {
    const text = 'Grant is {{1}} in a tomb.'
    expect(await question('Grant is {~buried =entombed} in a tomb.')).toEqual({
      questionText: text,
      type: 'gaps',
      gaps: [{ kind: 'choice', options: { A: 'buried', B: 'entombed' }, correctAnswer: 'B' }],
    })
    expect(await question('Grant is {=buried =%50%here} in a tomb.')).toMatchObject({
      questionText: text,
      gaps: [{ kind: 'text', accepted: [{ value: 'buried' }, { value: 'here', fraction: 0.5 }] }],
    })
    expect(await question('[html]<p>Pi is {#3.14:0.01}.</p>')).toMatchObject({
      questionText: 'Pi is {{1}}.',
      gaps: [{ kind: 'numeric', correctValue: 3.14, tolerance: 0.01 }],
    })
  })

  it('become blanks if they cannot be a gap, as in Moodle', async () => {
    expect(await question('The sky is {T} blue.')).toMatchObject({
      type: 'boolean',
      questionText: 'The sky is _____ blue.',
    })
    expect(await question('A {=<b>x</b> ~y} b')).toMatchObject({ questionText: 'A _____ b', correctAnswer: 'A' })
    expect(await question('A \\{\\{2\\}\\} {=x ~y} b')).toMatchObject({
      questionText: 'A {{2}} _____ b',
      correctAnswer: 'A',
    })
  })

  it('are not inside the text if only tags follow', async () => {
    expect(await question('[html]<p>Q {=a ~b}</p>')).toMatchObject({ questionText: 'Q', correctAnswer: 'A' })
  })

  it('are refused in formulas', async () => {
    expect(await reason('$$x = {=1 ~2} + 1$$')).toMatch(/^The answers are inside a formula/)
  })
})

describe('detection', () => {
  it.each([
    'Q {=a ~b}',
    '// comment\n\n::Name:: Q {\n=a\n~b\n}',
    '$CATEGORY: a/b\n\nQ {}',
    'Read this.\n\nSun {T#no}',
    '[html]<p>x</p>{#3}',
    '::Q::Broken {=a ~b',
  ])('recognises %j', (text) => {
    expect(looksLikeGift(text)).toBe(true)
  })

  it.each([
    '',
    'Just a letter.\n\nYours',
    '{"questions": [{"text": "Q {=a ~b}"}]}',
    '[{"questionText": "Q {T}"}]',
    '[\n  {"a": 1}\n]',
    '<?xml version="1.0"?><quiz>Q {=a ~b}</quiz>',
    '\ufeff  <quiz>Q {=a ~b}</quiz>',
    'questionText,optionA,optionB,correctAnswer\n"Q {=a ~b}",1,2,A',
    'Question;Option A;Option B;Answer\nint main() {};1;2;A',
    'int main() { return 0; }',
    'Q\nA. a\nB. b\nANSWER: A',
  ])('does not recognise %j', (text) => {
    expect(looksLikeGift(text)).toBe(false)
  })
})

describe('hostile files', () => {
  const never = async (text: string) => {
    looksLikeGift(text)
    for await (const found of readGift(text, media)) if (found.readings.length === 0) expect(found.reason).toBeTruthy()
  }

  it('never throws for random text', async () => {
    const signs = [
      ...'{}=~#:\\%\n\n->T1. ab<>$[]()/*',
      '::',
      '####',
      '//',
      '$CATEGORY:',
      '[html]',
      '<b>',
      '</b>',
      '->',
      '..',
      '%50%',
      '\\n',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...signs), { maxLength: 40 }).map((all) => `x${all.join('')}`),
        never,
      ),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['one long line', 'x'.repeat(20_000_000)],
    ['open braces', '{'.repeat(5_000_000)],
    ['unclosed items', 'Q {=a ~b\n\n'.repeat(20_000)],
    ['empty lines between braces', `Q {${'=a\n\n'.repeat(100_000)}}`],
    ['options', `Q {${'~a '.repeat(100_000)}}`],
    ['formulas', `[html]${'\\('.repeat(45_000)}{T}`],
    ['unclosed tags', `${'<b '.repeat(30_000)}{T}`],
    ['nested tags', `[html]${'<b>'.repeat(30_000)}{T}`],
    ['links', `[markdown]${'[a](b'.repeat(3_800)}{T}`],
    ['stars', `Q {${'=*a*'.repeat(50_000)}}`],
  ])('reads or refuses %s in linear time', async (_, text) => {
    await never(text)
  })
})
