import { describe, expect, it } from 'vitest'
import { childOf, childrenOf, readDocument, textOf, type XmlElement } from '#server/features/bank/formats/xml.ts'
import { samples } from '#tests/factories/question-types.ts'
import { pngUrl } from './read.ts'
import { aQuestion, written } from './written.ts'

/** The rules of Moodle's importer: which elements it needs, in the order in which Moodle writes them. */

type Rule = readonly [name: string, least: number, most: number]
const once = (...names: readonly string[]): Rule[] => names.map((name) => [name, 1, 1])

const feedback = once('correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback')
const header = once('name', 'questiontext', 'generalfeedback', 'defaultgrade', 'penalty', 'hidden', 'idnumber')
const rules: Record<string, readonly Rule[]> = {
  category: once('category', 'info', 'idnumber'),
  multichoice: [
    ...header,
    ...once('single', 'shuffleanswers', 'answernumbering', 'showstandardinstruction'),
    ...feedback,
    ['answer', 2, 10],
  ],
  truefalse: [...header, ['answer', 2, 2]],
  shortanswer: [...header, ...once('usecase'), ['answer', 1, 100]],
  numerical: [
    ...header,
    ['answer', 1, 1],
    ['units', 0, 1],
    ...once('unitgradingtype', 'unitpenalty', 'showunits', 'unitsleft'),
  ],
  matching: [...header, ...once('shuffleanswers'), ...feedback, ['subquestion', 2, 100]],
  ordering: [
    ...header,
    ...once('layouttype', 'selecttype', 'selectcount', 'gradingtype', 'showgrading', 'numberingstyle'),
    ...feedback,
    ...once('shownumcorrect'),
    ['answer', 2, 50],
  ],
  essay: [
    ...header,
    ...once('responseformat', 'responserequired', 'responsefieldlines'),
    ['minwordlimit', 0, 1],
    ['maxwordlimit', 0, 1],
    ...once('attachments', 'attachmentsrequired', 'graderinfo', 'responsetemplate'),
  ],
  cloze: header.filter(([name]) => name !== 'defaultgrade'),
}
/** Elements that contain a text. */
const withText = new Set([
  'name',
  'questiontext',
  'generalfeedback',
  'category',
  'info',
  'answer',
  'subquestion',
  'tag',
])
for (const [name] of [...feedback, ['feedback'], ['graderinfo'], ['responsetemplate']] as const) withText.add(name)
const formats = ['html', 'moodle_auto_format', 'plain_text', 'markdown']
/** Moodle refuses answers with other fractions. */
const fractions = [
  ...[0, 100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667],
  ...[14.28571, 12.5, 11.11111, 10, 5],
]

/** The first broken rule; null if there is none. */
function brokenRule(question: XmlElement): string | null {
  const type = question.attributes.type ?? ''
  const expected = rules[type]
  if (!expected) return `unknown type ${type}`
  const children = childrenOf(question).map(({ name }) => name)
  let at = 0
  for (const [name, least, most] of [...expected, ['tags', 0, 1] as const]) {
    let count = 0
    for (; children[at] === name; at++) count++
    if (count < least || count > most) return `${type}: ${count} ${name}`
  }
  if (at < children.length) return `${type}: unexpected ${children[at]}`
  return textRule(question) ?? fractionRule(type, question)
}

function textRule(element: XmlElement): string | null {
  for (const child of childrenOf(element)) {
    if (withText.has(child.name) && childrenOf(child, 'text').length !== 1) return `${child.name} without text`
    if (child.attributes.format !== undefined && !formats.includes(child.attributes.format)) return 'unknown format'
    if (child.name === 'text' && childrenOf(child).length > 0) return 'HTML that is not escaped'
    if (child.name === 'file' && child.attributes.encoding !== 'base64') return 'file that is not base64'
    const broken = textRule(child)
    if (broken) return broken
  }
  return null
}

function fractionRule(type: string, question: XmlElement): string | null {
  if (type === 'ordering' || type === 'cloze' || type === 'category') return null
  const given = childrenOf(question, 'answer').map(({ attributes }) => Number(attributes.fraction))
  const unlisted = given.find((fraction) => !fractions.includes(Math.abs(fraction)))
  if (unlisted !== undefined) return `fraction ${unlisted}`
  if (given.length === 0) return null
  if (textOf(childOf(question, 'single')) !== 'false') return given.includes(100) ? null : 'no fraction of 100'
  const sum = given.filter((fraction) => fraction > 0).reduce((total, fraction) => total + fraction, 0)
  return Math.abs(sum - 100) < 0.01 ? null : `fractions add up to ${sum}`
}

/** Moodle's regular expressions for gaps. */
const alternative = '(=|%(-?[0-9]+(?:[.,][0-9]*)?)%)?(.+?(?<!\\\\|&|&amp;)(?=[~#}]|$))(#(.*?(?<!\\\\)(?=[~}]|$)))?'
const gap = new RegExp(
  `\\{([0-9]*):(NUMERICAL|MULTICHOICE|SHORTANSWER|SHORTANSWER_C):(${alternative}(~${alternative})*)\\}`,
  's',
)
const numbers =
  /^-?([0-9]+[.,]?[0-9]*|[.,][0-9]+)([eE][-+]?[0-9]+)?(:-?([0-9]+[.,]?[0-9]*|[.,][0-9]+)([eE][-+]?[0-9]+)?)?$/
const decoded = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('\\}', '}')
    .replaceAll('\\#', '#')

/** The gaps that Moodle finds in a text. */
function gapsIn(text: string) {
  const found: { kind: string; answers: { fraction: string; text: string }[] }[] = []
  let rest = text
  for (let match = gap.exec(rest); match; match = gap.exec(rest)) {
    const answers: { fraction: string; text: string }[] = []
    let left = match[3] ?? ''
    const next = new RegExp(`^~?${alternative}`, 's')
    for (let one = next.exec(left); one; one = next.exec(left)) {
      answers.push({ fraction: one[1] ?? '', text: decoded(one[3] ?? '') })
      left = left.slice(one[0].length)
    }
    expect(left).toBe('')
    found.push({ kind: match[2] ?? '', answers })
    rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length)
  }
  return found
}

describe('the written file', () => {
  it('follows the rules of Moodle’s importer', async () => {
    const options = Object.fromEntries([...'ABCDEFGHIJ'].map((letter) => [letter, `option ${letter}`]))
    const multiple = [1, 2, 3, 6, 7, 9].flatMap((count) =>
      (['all', 'partial', 'each'] as const).map((scoring) => ({
        type: 'multiple',
        options,
        correctAnswers: [...'ABCDEFGHI'].slice(0, count),
        scoring,
      })),
    )
    const questions = [...samples, ...multiple, { options, correctAnswer: 'C', penalty: '1/3', tags: ['a'] }].map(
      (fields) =>
        aQuestion({
          questionText: 'type' in fields && fields.type === 'gaps' ? '{{1}} {{2}} {{3}}' : 'A **question** & more',
          explanation: 'Because 1 < 2',
          questionImageUrl: pngUrl,
          ...fields,
        }),
    )
    const root = await readDocument(await written(...questions))
    expect(root.name).toBe('quiz')
    const children = childrenOf(root)
    expect(children).toHaveLength(questions.length + 1)
    expect(children.map(brokenRule)).toEqual(children.map(() => null))
  })

  it('has gaps that Moodle’s own expressions find, with the same answers', async () => {
    const evil = ['=a', '%50%', '{x}', 'a~b', 'c#d', 'e\\', 'R&', '\\}', '\\#', '&#125;', '"<b>', "'", 'a:b']
    const questionText = `{1:SA:=text} {{1}} {{2}} {{3}} {`
    const question = aQuestion({
      type: 'gaps',
      questionText,
      gaps: [
        { kind: 'text', accepted: evil.map((value) => ({ value })), caseSensitive: true },
        { kind: 'numeric', correctValue: -1.5e-7, tolerance: 1e-9 },
        { kind: 'choice', options: { A: 'a<b', B: '&amp;~}' }, correctAnswer: 'B' },
      ],
    })
    const root = await readDocument(await written(question))
    const text = textOf(childOf(childrenOf(root)[1] ?? root, 'questiontext'))
    const [words, number, choice, ...others] = gapsIn(text)
    expect(others).toEqual([])
    expect(words).toEqual({ kind: 'SHORTANSWER_C', answers: evil.map((one) => ({ fraction: '=', text: one })) })
    expect(number?.answers[0]?.text).toBe('-1.5e-7:1e-9')
    expect(number?.answers[0]?.text).toMatch(numbers)
    expect(choice?.answers).toEqual([
      { fraction: '', text: 'a&lt;b' },
      { fraction: '=', text: '&amp;amp;~}' },
    ])
  })
})
