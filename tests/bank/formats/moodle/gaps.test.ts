import { describe, expect, it } from 'vitest'
import { answers, pngText, pngUrl, readRefused, readTaken } from './read.ts'

const cloze = (text: string) => readTaken('cloze', { text })
const gapsOf = async (text: string) => (await cloze(text)).question.gaps

const choice = (kind: string) => `{1:${kind}:=yes~no}`
const asChoice = { kind: 'choice', options: { A: 'yes', B: 'no' }, correctAnswer: 'A' }

describe('Cloze', () => {
  it.each([
    ...['MULTICHOICE', 'MC', 'MULTICHOICE_V', 'MCV', 'MULTICHOICE_H', 'MCH', 'MULTICHOICE_S', 'MCS'],
    ...['MULTICHOICE_VS', 'MCVS', 'MULTICHOICE_HS', 'MCHS'],
  ])('reads %s as a choice', async (kind) => {
    expect(await gapsOf(choice(kind))).toEqual([asChoice])
  })

  it.each([...['MULTIRESPONSE', 'MR', 'MULTIRESPONSE_H', 'MRH', 'MULTIRESPONSE_S', 'MRS', 'MULTIRESPONSE_HS', 'MRHS']])(
    'reads %s as a choice of several options if it is the only gap',
    async (kind) => {
      const read = await cloze(`<p>Which are <b>prime</b>? {2:${kind}:=<i>2</i>~=3~4~6}</p><p>Think.</p>`)
      expect(read).toMatchObject({
        question: {
          type: 'multiple',
          questionText: 'Which are **prime**? _____\n\nThink.',
          options: { A: '*2*', B: '3', C: '4', D: '6' },
          correctAnswers: ['A', 'B'],
          scoring: 'each',
          marks: 2,
        },
        losses: [],
      })
    },
  )

  it.each([
    ['{1:MR:=2~=3~4}', 'each', ['Wrong options cost 50% each in Moodle. Here, each costs 100%']],
    ['{1:MR:%50%2~%50%3~%-100%4~%-100%6}', 'partial', []],
    [
      '{1:MR:%100%2~%50%3~%-50%4~%-50%6}',
      'each',
      ['The right options earn different shares in Moodle and equal shares here'],
    ],
  ])('divides the shares of several options as Moodle does: %s', async (gap, scoring, losses) => {
    const read = await cloze(`Primes: ${gap}`)
    expect(read).toMatchObject({ question: { questionText: 'Primes:', correctAnswers: ['A', 'B'], scoring }, losses })
  })

  it('refuses several options among other gaps', async () => {
    expect(await readRefused('cloze', { text: '{1:SA:=a} {1:MR:=a~=b~c}' })).toBe(
      'Gap 2 lets students choose several options, which is possible only if the text has no other gap. Move it to a separate question',
    )
  })

  it.each([
    ...['SHORTANSWER', 'SA', 'MW'].map((kind) => [kind, false] as const),
    ...['SHORTANSWER_C', 'SAC', 'MWC'].map((kind) => [kind, true] as const),
  ])('reads %s as text', async (kind, caseSensitive) => {
    expect(await gapsOf(`{1:${kind}:=yes~%50%y*~%33.33333%no~%0%*}`)).toEqual([
      {
        kind: 'text',
        caseSensitive,
        accepted: [{ value: 'yes' }, { value: 'y*', fraction: 0.5 }, { value: 'no', fraction: 1 / 3 }],
      },
    ])
  })

  it.each([
    ['{1:NUMERICAL:=3.5:0.1}', { correctValue: 3.5, tolerance: 0.1 }],
    ['{:NM:%100%-2e3:0~%0%*}', { correctValue: -2_000 }],
    ['{1:NM:= 3,5 : 0,1 }', { correctValue: 3.5, tolerance: 0.1 }],
    ['{1:NM:=1:0.5~=2:0.5}', { range: { min: 0.5, max: 2.5 } }],
  ])('reads %s as a number', async (text, expected) => {
    expect(await gapsOf(text)).toEqual([{ kind: 'numeric', ...expected }])
  })

  it('keeps the text around the gaps', async () => {
    const { question } = await cloze(
      `<p>A <b>{1:SA:=x}</b>, ${choice('MC')}.</p><pre>f({1:NM:=2});</pre><ul><li>{1:SA:=y}</li></ul>`,
    )
    expect(question.questionText).toBe('A **{{1}}**, {{2}}.\n\n```\nf({{3}});\n```\n\n- {{4}}')
  })

  it('undoes escapes and entities', async () => {
    expect(await gapsOf('{1:SA:=a\\}b\\#c\\~d~%50%&lt;i&gt; &amp; &#125;}')).toMatchObject([
      { accepted: [{ value: 'a}b#c~d' }, { value: '<i> & }', fraction: 0.5 }] },
    ])
    expect(await gapsOf('{1:MC:=a &lt; b~R&amp;D~10<sup>-3</sup>~x\\}}')).toMatchObject([
      { options: { A: 'a < b', B: 'R&D', C: '10^(-3)', D: 'x}' } },
    ])
  })

  it('reads paragraphs in options, and removes scripts', async () => {
    const { question, losses } = await cloze('{1:MC:=<p>a</p><p><span>b</span></p>~<script>c</script>d}')
    expect(question.gaps).toMatchObject([{ options: { A: 'a b', B: 'd' } }])
    expect(losses).toEqual([])
  })

  it('removes the HTML of editors from answers that students type', async () => {
    const { question, losses } = await cloze(
      '{1:SA:=Paris<br />~=<p>the <b>Seine</b></p>~=H<sub>2</sub>O} {1:NM:=5<br>:0}',
    )
    expect(question.gaps).toMatchObject([
      { accepted: [{ value: 'Paris' }, { value: 'the Seine' }, { value: 'H2O' }] },
      { correctValue: 5 },
    ])
    expect(losses).toEqual([
      'Gap 1: The HTML tags in its answers are removed',
      'Gap 2: The HTML tags in its answers are removed',
    ])
  })

  it('writes raised text in answers as powers, and refuses it in numbers', async () => {
    const { question } = await cloze('{1:SA:=x<sup>2</sup>~=e<sup>x+1</sup>~=10<sup><b>-3</b></sup> m}')
    expect(question.gaps).toMatchObject([{ accepted: [{ value: 'x^2' }, { value: 'e^(x+1)' }, { value: '10^-3 m' }] }])
    expect(await readRefused('cloze', { text: '{1:NM:=10<sup>3</sup>:1}' })).toBe(
      'Gap 1 has raised text in its answer. Write powers of ten as in 6.02e23',
    )
  })

  it.each(['{1: MULTICHOICE:=a~b}', '{1:SA :=a}', '{ 1:SA:=a}', '{1:&nbsp;SA:=a}', '{1.5:SA:=a}'])(
    'refuses %s, whose answers Moodle shows',
    async (gap) => {
      expect(await readRefused('cloze', { text: `${gap} {1:SA:=x}` })).toMatch(/^Moodle shows “.*” as text\. Write its/)
    },
  )

  it('reads answers that begin with a tilde, as Moodle does', async () => {
    expect(await gapsOf('{1:MC:~no~=yes}')).toMatchObject([{ options: { A: 'no', B: 'yes' }, correctAnswer: 'B' }])
    expect(await gapsOf('{1:MC:~%-50%no~%100%yes~maybe#no}')).toMatchObject([{ correctAnswer: 'B' }])
  })

  it('adds up weights, and reports those that differ', async () => {
    expect(await cloze('{2:SA:=a} {2:SA:=b}')).toMatchObject({ question: { marks: 4 }, losses: [] })
    expect(await cloze('{1:SA:=a} {3:SA:=b}')).toMatchObject({
      question: { marks: 4 },
      losses: ['Every gap counts the same. In Moodle, they count 1, 3'],
    })
    expect((await cloze('{:SA:=a}'.repeat(11))).losses).toEqual(['Its 11 marks are not kept; it is worth 1 mark'])
  })

  it('keeps a gap in a subscript, and text between literal delimiters of formulas', async () => {
    const { question, losses } = await cloze('<p>H<sub>{1:NM:=2}</sub>O</p>')
    expect(question).toMatchObject({ questionText: 'H{{1}}O' })
    expect(losses).toEqual(['Superscripts and subscripts with gaps or unknown characters are kept as plain text'])
    expect((await cloze('<p>\\<span></span>(</p><p>{1:SA:=a}</p><p>\\<span></span>)</p>')).question).toMatchObject({
      questionText: '\\\\(\n\n{{1}}\n\n\\\\)',
    })
  })

  it('reports what a gap loses', async () => {
    const { losses } = await cloze(
      '{1:MC:=a#Right~%50%b~%-25%<i>c</i>} {1:NM:=5:0~%50%6:0} {1:SA:=x~y} {1:MC:=\\(z\\)~w}',
    )
    expect(losses).toEqual([
      'Feedback per answer is not kept',
      'Gap 1: Options that earn a part of the marks in Moodle count as wrong',
      'Gap 1: Wrong options cost nothing',
      'Formatting in the options of gaps is not kept',
      'Gap 2: The answer 6 earns 50% in Moodle and nothing here',
      'Gap 3: Wrong answers that earn nothing are not kept',
      'Formulas in the options of gaps are shown as text',
    ])
  })

  it.each([
    ['It has no gaps', 'Only text, and {a: b} or {:smile: }'],
    ['The gap “{1:SA:=a” does not end with }', 'Text {1:SA:=a'],
    ['The gap “{1:NM:=}” has no answers', '{1:NM:=}'],
    [
      'The type ESSAY of the gap “{1:ESSAY:=a}” is unknown. Write MULTICHOICE, SHORTANSWER or NUMERICAL, in capitals',
      '{1:ESSAY:=a}',
    ],
    [
      'The type mc of the gap “{1:mc:=a~b}” is unknown. Write MULTICHOICE, SHORTANSWER or NUMERICAL, in capitals',
      '{1:mc:=a~b}',
    ],
    ['The gap “{1:MULTICHOICE} {1:SA:=a}” has no answers', '{1:MULTICHOICE} {1:SA:=a}'],
    ['Gap 1 has fewer than two options', '{1:MC:=a}'],
    ['Gap 2 has no right option', '{1:SA:=a} {1:MC:a~b}'],
    ['Gap 1 has several right options, but only one is allowed', '{1:MC:=a~=b}'],
    ['Gap 1 has more than 10 options, which is the maximum', `{1:MC:=a${'~b'.repeat(10)}}`],
    ['Gap 1 accepts several values, but a number can have only one', '{1:NM:=1~=5}'],
    ['The answer “five” is not a number', '{1:NM:=five}'],
    ['An option of a gap is an image', '{1:MC:=<img src="a.png">~b}'],
    ['One of its gaps is inside a formula', '\\(x = {1:NM:=5}\\)'],
    ['The text contains {{1}} more than once', '{{1}} {1:SA:=a}'],
    ['It has more than 50 gaps, which is the maximum', '{1:SA:=a}'.repeat(51)],
  ])('refuses: %s', async (reason, text) => {
    expect(await readRefused('cloze', { text })).toBe(reason)
  })

  it('reads plain text, and keeps an image', async () => {
    const plain = await readTaken('multianswer', { text: 'a *b*\n{1:SA:=x<y}', format: 'plain_text' })
    expect(plain.question).toMatchObject({ questionText: 'a \\*b\\*\n{{1}}', gaps: [{ accepted: [{ value: 'x<y' }] }] })
    const text = `{1:SA:=x} <img src="data:image/png;base64,${pngText}">`
    expect((await cloze(text)).question.questionImageUrl).toBe(pngUrl)
  })
})

describe('missing words and words to drag', () => {
  const word = (name: string, text: string, group: number, more = '') =>
    `<${name}><text><![CDATA[${text}]]></text><group>${group}</group>${more}</${name}>`

  it('offers the words of the same group, in the order of the gaps', async () => {
    const inside = [
      ...['cat', 'dog'].map((text) => word('selectoption', text, 1)),
      ...['on', 'in'].map((text) => word('selectoption', text, 2)),
      word('selectoption', 'never', 3),
    ].join('')
    const { question, losses } = await readTaken('gapselect', { text: '<p>[[4]] the [[2]], the [[1]]</p>', inside })
    const animals = { A: 'cat', B: 'dog' }
    expect(question).toMatchObject({
      questionText: '{{1}} the {{2}}, the {{3}}',
      gaps: [
        { kind: 'choice', options: { A: 'on', B: 'in' }, correctAnswer: 'B' },
        { kind: 'choice', options: animals, correctAnswer: 'B' },
        { kind: 'choice', options: animals, correctAnswer: 'A' },
      ],
    })
    expect(losses).toEqual(['Words that fit no gap are not kept'])
  })

  it('offers equal words once, and reports the limit on their use', async () => {
    const inside = [
      word('dragbox', 'x<sup>2</sup>', 1),
      word('dragbox', 'x<sup>2</sup>', 1),
      word('dragbox', 'y', 1, '<infinite/>'),
    ].join('')
    const { question, losses } = await readTaken('ddwtos', { text: '[[1]] [[2]] [[3]]', inside })
    const options = { A: 'x^2', B: 'y' }
    expect(question.gaps).toMatchObject([
      { options, correctAnswer: 'A' },
      { options, correctAnswer: 'A' },
      { options, correctAnswer: 'B' },
    ])
    expect(losses).toEqual(['Formatting in the options of gaps is not kept', 'Each word can be chosen more than once'])
  })

  it.each([
    ['The text contains [[3]], but there is no word 3', '[[3]]', word('dragbox', 'a', 1) + word('dragbox', 'b', 1)],
    ['Gap 1 has fewer than two options', '[[1]]', word('dragbox', 'a', 1)],
    ['It has no gaps', 'no gap', word('dragbox', 'a', 1)],
    ['It has no words in the format of Moodle 2.0 or later', '[[1]]', '<answer><text>a</text></answer>'],
  ])('refuses: %s', async (reason, text, inside) => {
    expect(await readRefused('ddwtos', { text, inside })).toBe(reason)
  })
})

describe('the plugin Gapfill', () => {
  const settings = (display: string, more = '') =>
    `<answerdisplay>${display}</answerdisplay><delimitchars>[]</delimitchars><casesensitive>1</casesensitive><disableregex>0</disableregex>${more}`

  it('reads typed answers', async () => {
    const inside = settings('gapfill') + answers([100, 'cat'], [100, 'mat|rug'])
    expect(
      await readTaken('gapfill', { text: '<p>A [<b>c</b>at] on a [mat|rug], &amp; [R&amp;D]</p>', inside }),
    ).toMatchObject({
      question: {
        questionText: 'A {{1}} on a {{2}}, & {{3}}',
        gaps: [
          { kind: 'text', accepted: [{ value: 'cat' }], caseSensitive: true },
          { accepted: [{ value: 'mat' }, { value: 'rug' }] },
          { accepted: [{ value: 'R&D' }] },
        ],
      },
      losses: ['Formatting in the options of gaps is not kept'],
    })
  })

  it('reads answers that are not regular expressions, and other delimiters of gaps', async () => {
    const inside = settings('gapfill').replace('regex>0', 'regex>1').replace('[]', '##')
    const { question, losses } = await readTaken('gapfill', { text: 'f(x) = #a*b|c.# [x]', inside })
    expect(question).toMatchObject({ questionText: 'f(x) = {{1}} [x]', gaps: [{ accepted: [{ value: 'a\\*b|c.' }] }] })
    expect(losses).toEqual([])
  })

  it.each(['dragdrop', 'dropdown'])('reads words to choose from as %s', async (display) => {
    const inside = settings(display, '<noduplicates>1</noduplicates>') + answers([100, 'a'], [100, 'b'], [0, 'c'])
    const { question, losses } = await readTaken('gapfill', { text: '[a] [b] [a]', inside })
    const options = { A: 'a', B: 'b', C: 'c' }
    expect(question.gaps).toEqual(['A', 'B', 'A'].map((correctAnswer) => ({ kind: 'choice', options, correctAnswer })))
    expect(losses).toEqual(['The same answer can be used in several gaps'])
  })

  it.each(['dragdrop', 'dropdown'])(
    'lets students type the answer to a gap with several right words (%s)',
    async (display) => {
      const inside = settings(display) + answers([0, 'd'])
      const typed = (gap: number) =>
        `Gap ${gap} has several right words, so students type one of them instead of choosing it`
      const { question, losses } = await readTaken('gapfill', { text: '[a|b] [c]', inside })
      expect(question.gaps).toMatchObject([
        { kind: 'text', accepted: [{ value: 'a' }, { value: 'b' }], caseSensitive: true },
        { kind: 'choice', options: { A: 'a', B: 'b', C: 'c', D: 'd' }, correctAnswer: 'C' },
      ])
      expect(losses).toEqual([typed(1)])
      expect((await readTaken('gapfill', { text: '[a|b] [a|b]', inside })).losses).toEqual([
        typed(1),
        typed(2),
        'Words that fit no gap are not kept',
      ])
    },
  )

  it('reports a dot in a regular expression', async () => {
    const { losses } = await readTaken('gapfill', { text: '[3.14]', inside: settings('gapfill') })
    expect(losses).toEqual(['Gap 1: A dot matches only a dot, not any character'])
  })

  it.each([
    ['It has no gaps', 'text', settings('gapfill')],
    ['Gap 1 is a regular expression, which cannot be read', '[colou?r]', settings('gapfill')],
    ['Gap 2 can stay empty, which is not supported', '[a] [!!]', settings('gapfill')],
    ['Its gaps are not marked by two characters', '[a]', settings('gapfill').replace('[]', '[')],
  ])('refuses: %s', async (reason, text, inside) => {
    expect(await readRefused('gapfill', { text, inside })).toBe(reason)
  })
})
