import { describe, expect, it } from 'vitest'
import { answers, readOne, readRefused, readTaken } from './read.ts'

const sub = (left: string, right: string) =>
  `<subquestion format="html"><text><![CDATA[${left}]]></text><answer format="html"><text><![CDATA[${right}]]></text></answer></subquestion>`

describe('matching', () => {
  it.each(['matching', 'match'])('reads pairs and distractors of %s', async (type) => {
    const { question, losses } = await readTaken(type, {
      inside: `<shuffleanswers>true</shuffleanswers>${sub('<p>a <b>b</b></p>', 'x_y')}${sub('c', '*z*')}${sub('d', '*z*')}${sub('<p></p>', 'none')}${sub('', '')}`,
    })
    expect(question).toMatchObject({
      pairs: [
        { left: 'a **b**', right: 'x_y' },
        { left: 'c', right: '\\*z\\*' },
        { left: 'd', right: '\\*z\\*' },
      ],
      distractors: ['none'],
    })
    expect(losses).toEqual([])
  })

  it('reads HTML on the right sides of drag and drop matching', async () => {
    const { question } = await readTaken('ddmatch', { inside: sub('a', '<b>x</b>') + sub('b', 'y &lt; z') })
    expect(question.pairs).toEqual([
      { left: 'a', right: '**x**' },
      { left: 'b', right: 'y < z' },
    ])
  })

  it.each([
    ['Caf&eacute; &amp; bar', 'Café & bar'],
    ['R&D', 'R&D'],
    ['x<y', 'x<y'],
    ['x &lt; y', 'x < y'],
    ['<p>H<sub>2</sub>O</p>', 'H₂O'],
    ['<td>', '<td>'],
  ])('shows the right side %s as Moodle does', async (right, expected) => {
    const { question, losses } = await readTaken('match', { inside: sub('a', right) + sub('b', 'y') })
    expect(question.pairs).toMatchObject([{ right: expected }, {}])
    expect(losses).toEqual([])
  })

  it('keeps plain text that looks like tags', async () => {
    const plain = (left: string, right: string) => sub(left, right).replace('format="html"', 'format="plain_text"')
    const { question } = await readTaken('match', { inside: plain('<p>', 'paragraph') + plain('<br>', '<b>') })
    expect(question.pairs).toEqual([
      { left: '<p>', right: 'paragraph' },
      { left: '<br>', right: '<b>' },
    ])
  })

  it('reports images', async () => {
    const { losses } = await readTaken('match', { inside: sub('a <img src="x.png" alt="">', 'x') + sub('b', 'y') })
    expect(losses).toEqual(['An image is not kept: there is no place for it in a part of the question'])
  })

  it.each([
    ['It has fewer than two pairs', sub('a', 'x') + sub('', 'y')],
    ['Two of its left sides are the same', sub('a', 'x') + sub('a', 'y')],
    ['One of its right sides is empty', sub('a', 'x') + sub('b', '')],
    ['One of its right sides is empty', sub('a', 'x') + sub('b', '<img src="x.png">')],
    ['One of its left sides is only an image', sub('<img src="x.png">', 'x') + sub('b', 'y')],
  ])('refuses: %s', async (reason, inside) => {
    expect(await readRefused('match', { inside })).toBe(reason)
  })
})

describe('ordering', () => {
  const items = answers([1, '<b>one</b>'], [2, 'two'], [3, 'three'])
  const partly = 'A partly right order earns the share of neighbouring items in the right order, unlike in Moodle'

  it('reads items in their order', async () => {
    const { question, losses } = await readTaken('ordering', {
      inside: `<layouttype>HORIZONTAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount><gradingtype>ABSOLUTE_POSITION</gradingtype>${items}`,
    })
    expect(question).toMatchObject({ type: 'ordering', items: ['**one**', 'two', 'three'] })
    expect(losses).toEqual([partly])
  })

  it('reports a selection of the items', async () => {
    const inside = `<selecttype>RANDOM</selecttype><selectcount>2</selectcount>${items}`
    expect((await readTaken('ordering', { inside })).losses).toEqual([
      'Students order all 3 items instead of 2 of them',
      partly,
    ])
    const old = `<logical>1</logical><studentsee>2</studentsee>${items}`
    expect((await readTaken('ordering', { inside: old })).losses).toHaveLength(2)
  })

  it('loses nothing with two items', async () => {
    expect((await readTaken('ordering', { inside: answers([1, 'a'], [2, 'b']) })).losses).toEqual([])
  })

  it.each([
    ['falling numbers', [3, 1, 2], ['a,b,c', 'b,c,a']],
    ['falling numbers with decimals', ['2,0000000', '1,0000000', '3,0000000'], ['a,b,c', 'b,a,c']],
    ['fractions of the mark', [100, 0, 0], ['a,b,c']],
    ['fractions of only some items', [2, 1, ''], ['a,b,c']],
  ])('must be decided with %s', async (_, fractions, orders) => {
    const [a = '', b = '', c = ''] = fractions
    const { readings, reason } = await readOne('ordering', { inside: answers([a, 'a'], [b, 'b'], [c, 'c']) })
    expect(reason).toBe('The order of its items in the file contradicts their fractions')
    expect(readings.map(({ question }) => (question as { items?: string[] }).items?.join())).toEqual(orders)
  })

  it.each([[['', '', '']], [[100, 100, 100]], [[0, 50, 100]], [[1, '', 2]]])(
    'follow the file with the fractions %j',
    async (fractions) => {
      const [a = '', b = '', c = ''] = fractions
      const { question } = await readTaken('ordering', { inside: answers([a, 'a'], [b, 'b'], [c, 'c']) })
      expect(question.items).toEqual(['a', 'b', 'c'])
    },
  )

  it.each([
    ['It has fewer than two items', answers([1, 'a'])],
    ['Two of its items are the same', answers([1, 'a'], [2, 'a'])],
    ['One of its items is only an image', answers([1, 'a'], [2, '<img src="b.png">'])],
  ])('refuses: %s', async (reason, inside) => {
    expect(await readRefused('ordering', { inside })).toBe(reason)
  })
})

describe('statements with one of the same answers each', () => {
  const inside = (method: string, weights: readonly string[]) =>
    `<scoringmethod><text>${method}</text></scoringmethod><shuffleanswers>true</shuffleanswers>${[1, 2, 3]
      .map((row) => `<row number="${row}"><optiontext format="html"><text>S${row}</text></optiontext></row>`)
      .join('')}${['True', 'False', 'Unknown']
      .map((text, at) => `<column number="${at + 1}"><responsetext><text>${text}</text></responsetext></column>`)
      .join('')}${weights
      .map((pair) => `<weight rownumber="${pair[0]}" columnnumber="${pair[1]}"><value>\n 1.000\n</value></weight>`)
      .join('')}<weight rownumber="1" columnnumber="2"><value>0.000</value></weight>`

  it.each([
    [
      'kprime',
      ['With one wrong answer, half of the marks are earned in Moodle, and none with more. Here, each earns its share'],
    ],
    ['kprimeonezero', ['In Moodle, marks are earned only if all answers are right. Here, each earns its share']],
    ['subpoints', []],
    ['subpointdeduction', ['Wrong answers cost marks in Moodle. Here, each earns its share']],
  ])('become a match, with the scoring “%s”', async (method, losses) => {
    for (const type of ['kprime', 'mtf']) {
      const read = await readTaken(type, { inside: inside(method, ['11', '22', '31']) })
      expect(read.question).toMatchObject({
        type: 'matching',
        pairs: [
          { left: 'S1', right: 'True' },
          { left: 'S2', right: 'False' },
          { left: 'S3', right: 'True' },
        ],
        distractors: ['Unknown'],
      })
      expect(read.losses).toEqual(losses)
    }
  })

  it('are refused without exactly one right answer', async () => {
    expect(await readRefused('mtf', { inside: inside('subpoints', ['11', '22']) })).toBe(
      'One of its statements has no right answer',
    )
    expect(await readRefused('mtf', { inside: inside('subpoints', ['11', '22', '31', '32']) })).toBe(
      'One of its statements has several right answers',
    )
  })
})
