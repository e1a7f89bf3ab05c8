import { describe, expect, it } from 'vitest'
import { textShare } from '#shared/bank/types/text.rules.ts'
import { toNumber } from '#shared/ratio.ts'
import { tools } from '#tests/factories/question-types.ts'
import { answer, answers, readOne, readRefused, readTaken } from './read.ts'

const number = (fraction: string | number, text: string, tolerance = '0') =>
  answer(fraction, text, `<tolerance>${tolerance}</tolerance>`)

describe('short answers', () => {
  const read = (inside: string) => readTaken('shortanswer', { inside })

  it('reads answers with their shares, wildcards and case', async () => {
    const { question, losses } = await read(
      `<usecase>1</usecase>${answers([100, 'cat'], ['33.33333', '*c*t*'], ['66.66667', 'C\\*T'], [0, '*'])}`,
    )
    expect(question).toMatchObject({
      type: 'text',
      caseSensitive: true,
      accepted: [{ value: 'cat' }, { value: '*c*t*', fraction: 1 / 3 }, { value: 'C\\*T', fraction: 2 / 3 }],
    })
    expect(losses).toEqual([])
  })

  it.each([
    ['a*', 'abc', 1],
    ['a*', 'xa', 0],
    ['a\\*b', 'a*b', 1],
    ['a\\*b', 'axb', 0],
    ['**b', 'ab', 1],
    ['a * c', 'a b c', 1],
  ])('matches %s with “%s” as Moodle does', async (pattern, text, share) => {
    const { question } = await read(answers([100, pattern]))
    const key = question as unknown as Parameters<typeof textShare>[0]
    expect(toNumber(textShare({ ...key, ignoreAccents: false, regex: false }, text, tools))).toBe(share)
  })

  it('drops an answer already covered by an earlier one with fewer marks, and says so', async () => {
    const { question, losses } = await read(answers([50, 'ca*'], [100, 'cat'], [100, 'dog']))
    expect(question.accepted).toEqual([{ value: 'ca*', fraction: 0.5 }, { value: 'dog' }])
    expect(losses).toEqual(['“cat” is not kept, because “ca*” comes first in Moodle'])
  })

  it.each([
    ['Its answers “cat” and “c*” overlap, and the first one counts in Moodle', answers([50, 'cat'], [100, 'c*'])],
    ['Its answers “*t” and “c*” overlap, and the first one counts in Moodle', answers([0, '*t'], [100, 'c*'])],
    ['None of its answers earns marks', answers([0, 'cat'])],
    ['It has more than 100 answers, which is the maximum', answer(100, 'a').repeat(101)],
  ])('refuses: %s', async (reason, inside) => {
    expect(await readRefused('shortanswer', { inside })).toBe(reason)
  })

  it('allows patterns in any order that cannot match the same text', async () => {
    const { question } = await read(answers([50, 'a*'], [100, 'b*']))
    expect(question.accepted).toEqual([{ value: 'a*', fraction: 0.5 }, { value: 'b*' }])
  })

  it('asks whether HTML is part of the answers', async () => {
    const { readings, reason } = await readOne('shortanswer', {
      inside: answers([100, '<p>R&amp;D</p>'], [50, 'a < b'], [0, '*']),
    })
    expect(reason).toBe('Its answers contain HTML, which students have to type in Moodle')
    expect(readings.map(({ label, question }) => [label, question])).toMatchObject([
      ['The HTML is part of the answers', { accepted: [{ value: '<p>R&amp;D</p>' }, { value: 'a < b' }] }],
      ['The answers are the text without HTML', { accepted: [{ value: 'R&D' }, { value: 'a < b' }] }],
    ])
    expect((await read(answers([100, '<br>'], [50, 'x<y']))).question.accepted).toMatchObject([
      { value: '<br>' },
      { value: 'x<y' },
    ])
  })

  it('reports wrong answers and negative shares', async () => {
    const { losses } = await read(answers([100, 'cat'], [0, 'dog'], [-50, 'cow']))
    expect(losses).toEqual([
      'Wrong answers that earn nothing are not kept',
      '“cow” costs marks in Moodle and earns nothing here',
    ])
  })
})

describe('numbers', () => {
  const read = (inside: string) => readTaken('numerical', { inside })

  it.each([
    ['3.14', '0', { correctValue: 3.14 }],
    ['-1.5E-7', '1e-9', { correctValue: -1.5e-7, tolerance: 1e-9 }],
    ['0.1000000', '0.0500000', { correctValue: 0.1, tolerance: 0.05 }],
    ['3,5', '', { correctValue: 3.5 }],
    ['\u22125', '0', { correctValue: -5 }],
    ['12345678901234567', '0', null],
    ['1,234', '0', null],
    ['1 000', '0', null],
    ['0x10', '0', null],
    ['5', '-1', null],
    ['5', '10%', null],
  ])('reads %s with the tolerance %s', async (text, tolerance, expected) => {
    const { readings } = await readOne('numerical', { inside: number(100, text, tolerance) })
    if (expected === null) expect(readings).toEqual([])
    else {
      const { type: _, questionText: __, ...fields } = { ...readings[0]?.question } as Record<string, unknown>
      expect(fields).toEqual(expected)
    }
  })

  it('says what to do about a comma that may group thousands', async () => {
    expect(await readRefused('numerical', { inside: number(100, '1,234') })).toBe(
      'The answer “1,234” can be read in two ways. Write it with a decimal point and no commas',
    )
  })

  it('takes the widest of nested values, and joins those that touch', async () => {
    const nested = await read(number(100, '3', '0.1') + number(100, '3', '0.5') + number(0, '*'))
    expect(nested).toMatchObject({ question: { correctValue: 3, tolerance: 0.5 }, losses: [] })
    const joined = await read(number(100, '2', '0.5') + number(100, '3', '0.5'))
    expect(joined.question).toMatchObject({ range: { min: 1.5, max: 3.5 } })
  })

  it('lets the author decide between distant values', async () => {
    const { readings, reason } = await readOne('numerical', { inside: number(100, '-2') + number(100, '2') })
    expect(reason).toBe('It accepts several values, but a number can have only one')
    expect(readings).toMatchObject([
      { label: '-2 is correct', question: { correctValue: -2 }, losses: ['2 is not accepted'] },
      { label: '2 is correct', question: { correctValue: 2 }, losses: ['-2 is not accepted'] },
    ])
  })

  it('reports values that earn partial marks', async () => {
    const { losses } = await read(number(100, '3.14', '0.005') + number(50, '3.1', '0.1') + number(25, '*'))
    expect(losses).toEqual([
      'Other numbers earn 25% in Moodle and nothing here',
      'The answer 3.1 earns 50% in Moodle and nothing here',
    ])
  })

  it.each([
    ['It accepts any number', number(100, '*')],
    ['Its answer * comes before others and matches every number in Moodle', number(0, '*') + number(100, '5')],
    [
      'Its answers “5.05” and “5” overlap, and the first one counts in Moodle',
      number(0, '5.05', '0.1') + number(100, '5', '0.5'),
    ],
    ['None of its answers earns full marks', number(50, '5')],
  ])('refuses: %s', async (reason, inside) => {
    expect(await readRefused('numerical', { inside })).toBe(reason)
  })

  it('reads the base unit, and reports other units and their penalty', async () => {
    const unit = (factor: string, name: string) =>
      `<unit><multiplier>${factor}</multiplier><unit_name>${name}</unit_name></unit>`
    const { question, losses } = await read(
      `${number(100, '5')}<units>${unit('100', 'cm')}${unit('1.0000000', 'm')}</units><unitgradingtype>1</unitgradingtype><unitpenalty>0.1000000</unitpenalty><showunits>1</showunits><instructions format="html"><text>Use SI units</text></instructions>`,
    )
    expect(question.unit).toBe('m')
    expect(losses).toEqual([
      'Answers in other units (cm) are not accepted',
      'A missing or wrong unit costs 10% in Moodle. Here, it may be missing, and a wrong one is a wrong answer',
      'Students type the unit instead of choosing it',
      'Its instructions are not kept',
    ])
  })

  it('reads answers of old files, outside text elements', async () => {
    const inside = '<answer>5<tolerance>0.1</tolerance><fraction>1</fraction></answer>'
    expect((await read(inside)).question).toMatchObject({ correctValue: 5, tolerance: 0.1 })
  })
})

describe('essays', () => {
  it('reads limits, files and information for graders', async () => {
    const { question, losses } = await readTaken('essay', {
      inside: `<responseformat>editor</responseformat><responserequired>1</responserequired><responsefieldlines>10</responsefieldlines><minwordlimit>50</minwordlimit><maxwordlimit>200</maxwordlimit><attachments>-1</attachments><attachmentsrequired>0</attachmentsrequired><maxbytes>0</maxbytes><filetypeslist></filetypeslist><graderinfo format="html"><text><![CDATA[<p>Look for <b>dates</b></p>]]></text></graderinfo><responsetemplate format="html"><text></text></responsetemplate>`,
    })
    expect(question).toEqual({
      questionText: 'Why?',
      type: 'essay',
      minWords: 50,
      maxWords: 200,
      allowFiles: true,
      notes: 'Look for **dates**',
    })
    expect(losses).toEqual(['Students can attach up to 5 files instead of any number'])
  })

  it('reports what essays here do not have', async () => {
    const { question, losses } = await readTaken('essay', {
      inside:
        '<responseformat>noinline</responseformat><attachments>2</attachments><attachmentsrequired>1</attachmentsrequired><maxbytes>1024</maxbytes><filetypeslist>.pdf</filetypeslist><responsetemplate format="html"><text>Dear Sir</text></responsetemplate>',
    })
    expect(question.allowFiles).toBe(true)
    expect(losses).toEqual([
      'Students can also write a text',
      'Students can attach up to 5 files instead of 2',
      'Files are not required',
      'The accepted file types are not kept',
      'The maximum size of files is not kept',
      'The response template is not kept',
    ])
    expect((await readTaken('essay', { inside: '<responseformat>editorfilepicker</responseformat>' })).losses).toEqual([
      'Students attach files instead of placing them in the text',
    ])
    expect((await readTaken('essay', { inside: '<responseformat>plain</responseformat>' })).losses).toEqual([])
  })

  it('refuses limits that contradict each other', async () => {
    const inside = '<minwordlimit>50</minwordlimit><maxwordlimit>20</maxwordlimit>'
    expect(await readRefused('essay', { inside })).toBe(
      'Its max words cannot be saved: Must not be less than the minimum',
    )
  })
})
