import { describe, expect, it } from 'vitest'
import { choiceOf, itemOf, readingOf, readOne, response } from './qti/read.ts'

/** QTI 2.1 as particular systems export it. */

const variable = (identifier: string) => `<variable identifier="${identifier}"/>`
const set = (value: string) => `<setOutcomeValue identifier="SCORE">${value}</setOutcomeValue>`
const added = (identifier: string) => set(`<sum>${variable('SCORE')}${variable(identifier)}</sum>`)

describe('Inspera', () => {
  const constant = (identifier: string, value: string) =>
    `<templateDeclaration identifier="${identifier}" cardinality="single" baseType="float"><defaultValue><value>${value}</value></defaultValue></templateDeclaration>`
  const constants =
    constant('SCORE_EACH_CORRECT', '2') +
    constant('SCORE_EACH_WRONG', '-1') +
    constant('SCORE_MINIMUM', '') +
    constant('SCORE_UNANSWERED', '0')
  const atLeast = `<responseCondition><responseIf><and><not><isNull>${variable('SCORE_MINIMUM')}</isNull></not><lt>${variable('SCORE')}${variable('SCORE_MINIMUM')}</lt></and>${set(variable('SCORE_MINIMUM'))}</responseIf></responseCondition>`
  const rules = (test: string) =>
    `<responseProcessing><responseCondition><responseIf><isNull>${variable('RESPONSE')}</isNull>${added('SCORE_UNANSWERED')}</responseIf><responseElseIf>${test}${added('SCORE_EACH_CORRECT')}</responseElseIf><responseElse>${added('SCORE_EACH_WRONG')}</responseElse></responseCondition>${atLeast}</responseProcessing>`

  it('declares marks as template variables with fixed values', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single identifier', ['B']) + constants,
        body: choiceOf(['a', 'b', 'c']),
        processing: rules(`<match>${variable('RESPONSE')}<correct identifier="RESPONSE"/></match>`),
      }),
    )
    expect(question).toMatchObject({ type: 'single', correctAnswer: 'B', marks: 2, penalty: 1 })
    expect(losses).toEqual([])
  })

  it('reports characters that are ignored in texts', async () => {
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single string', ['Oslo']) + constants,
        body: '<p>Capital? <textEntryInteraction responseIdentifier="RESPONSE"/></p>',
        processing: rules(
          `<stringMatch caseSensitive="false" inspera:ignoredCharacters=" " xmlns:inspera="http://www.inspera.no/qti"><baseValue baseType="string">Oslo</baseValue>${variable('RESPONSE')}</stringMatch>`,
        ),
      }),
    )
    expect(question).toMatchObject({ type: 'text', accepted: [{ value: 'Oslo' }], caseSensitive: false })
    expect(losses).toEqual(['The file ignores spaces or other characters in an answer; here, they count'])
  })

  it('limits the words of an essay', async () => {
    const { question } = await readingOf(
      itemOf({
        declarations: response('single string', []) + constants,
        body: '<p>Write.</p><extendedTextInteraction responseIdentifier="RESPONSE" inspera:maxWords="200" xmlns:inspera="http://www.inspera.no/qti"/>',
      }),
    )
    expect(question).toMatchObject({ type: 'essay', maxWords: 200 })
  })

  it('is refused if a template computes values', async () => {
    const { reason } = await readOne(
      itemOf({
        declarations: `${response('single identifier', ['B'])}${constants}<templateProcessing><setTemplateValue identifier="SCORE_EACH_CORRECT"><randomInteger min="1" max="5"/></setTemplateValue></templateProcessing>`,
        body: choiceOf(['a', 'b', 'c']),
      }),
    )
    expect(reason).toBe('Items with values computed for each student (templates) cannot be imported')
  })
})

describe('Onyx', () => {
  const typed = (identifier: string, entries: readonly string[]) =>
    `<responseDeclaration identifier="${identifier}" cardinality="single" baseType="string"><mapping defaultValue="0">${entries.map((key) => `<mapEntry mapKey="${key}" mappedValue="1" caseSensitive="false"/>`).join('')}</mapping></responseDeclaration>`
  const field = (identifier: string) => `<textEntryInteraction responseIdentifier="${identifier}"/>`
  const isGiven = (identifier: string) => `<not><isNull>${variable(identifier)}</isNull></not>`
  const mapped = (identifier: string, name = 'mapResponse', more = '') =>
    set(`<sum>${variable('SCORE')}<${name} identifier="${identifier}" ${more}/></sum>`)
  const when = (test: string, then: string) =>
    `<responseCondition><responseIf>${test}${then}</responseIf></responseCondition>`

  it('ignores that an answer counts in one gap only, and says so', async () => {
    const cities = ['Dresden', 'Leipzig']
    const differs = `<not><stringMatch caseSensitive="false">${variable('R2')}${variable('R1')}</stringMatch></not>`
    const { question, losses } = await readingOf(
      itemOf({
        declarations: typed('R1', cities) + typed('R2', cities),
        body: `<p>Two cities: ${field('R1')} and ${field('R2')}</p>`,
        processing: `<responseProcessing>${when(isGiven('R1'), mapped('R1'))}${when(`<and>${isGiven('R2')}${differs}</and>`, mapped('R2'))}</responseProcessing>`,
      }),
    )
    const gap = { kind: 'text', accepted: [{ value: 'Dresden' }, { value: 'Leipzig' }], caseSensitive: false }
    expect(question).toMatchObject({ type: 'gaps', marks: 2, gaps: [gap, gap] })
    expect(losses).toEqual(['In the file, the same answer earns marks in one gap only; here, it earns them in each'])
  })

  it('reports misspelt answers, which its own mapTolResponse accepts', async () => {
    const read = async (tolerance: string) => {
      const own = `xmlns="http://bps-system.de/xsd/imsqti_ext_maptolresponse" toleranceMode="absolute" tolerance="${tolerance}"`
      return await readingOf(
        itemOf({
          declarations: typed('R1', ['more']),
          body: `<p>Light is ${field('R1')} than sound.</p>`,
          processing: `<responseProcessing>${when(isGiven('R1'), mapped('R1', 'mapTolResponse', own))}</responseProcessing>`,
        }),
      )
    }
    const { question, losses } = await read('2')
    expect(question).toMatchObject({ type: 'text', accepted: [{ value: 'more' }], caseSensitive: false })
    expect(losses).toEqual(['Misspelt answers are accepted in the file, but not here'])
    expect((await read('0')).losses).toEqual([])
  })

  it('takes the correct response if the response processing sets no score', async () => {
    const declarations = '<outcomeDeclaration identifier="SCORE_1" cardinality="single" baseType="float"/>'
    const own = `<setOutcomeValue identifier="SCORE_1"><baseValue baseType="float">1</baseValue></setOutcomeValue>`
    const equals = `<equal toleranceMode="exact">${variable('RESPONSE')}<correct identifier="RESPONSE"/></equal>`
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response('single float', ['300']) + declarations,
        body: `<p>Speed? ${field('RESPONSE')}</p>`,
        processing: `<responseProcessing>${when(equals, own)}</responseProcessing>`,
      }),
    )
    expect(question).toMatchObject({ type: 'numeric', correctValue: 300 })
    expect(losses).toEqual([
      'It has no response processing that sets its score; its correct response is used as the key',
      'Tolerances and patterns without a score are not used',
    ])
  })
})

describe('OpenOLAT', () => {
  it('reports a text field that ignores spaces', async () => {
    const read = async (attributes: string) =>
      await readingOf(
        itemOf({
          declarations: response(
            'single string',
            ['x y'],
            '<mapping><mapEntry mapKey="x y" mappedValue="1"/></mapping>',
          ),
          body: `<p>Write: <textEntryInteraction responseIdentifier="RESPONSE" ${attributes}/></p>`,
          processing: `<responseProcessing>${set('<mapResponse identifier="RESPONSE"/>')}</responseProcessing>`,
        }),
      )
    expect((await read('class="wide oo-ignore-spaces-oo"')).losses).toEqual([
      'The file ignores spaces or other characters in an answer; here, they count',
    ])
    expect((await read('class="wide"')).losses).toEqual([])
  })

  it('asks of four statements whether they are right (Kprim)', async () => {
    const item = (identifier: string, text: string) =>
      `<simpleAssociableChoice identifier="${identifier}" matchMax="4">${text}</simpleAssociableChoice>`
    const pairs = ['a correct', 'b wrong', 'c wrong', 'd correct']
    const entries = pairs.map((pair) => `<mapEntry mapKey="${pair}" mappedValue="0.25"/>`).join('')
    const { question, losses } = await readingOf(
      itemOf({
        declarations: response(
          'multiple directedPair',
          pairs,
          `<mapping lowerBound="0" upperBound="1" defaultValue="-0.25">${entries}</mapping>`,
        ),
        body: `<p>Judge.</p><matchInteraction responseIdentifier="RESPONSE" shuffle="false" maxAssociations="4"><simpleMatchSet>${[...'abcd'].map((one) => item(one, `Statement ${one}`)).join('')}</simpleMatchSet><simpleMatchSet>${item('correct', '+')}${item('wrong', '-')}</simpleMatchSet></matchInteraction>`,
        processing: `<responseProcessing>${set('<mapResponse identifier="RESPONSE"/>')}</responseProcessing>`,
      }),
    )
    expect(question).toMatchObject({
      type: 'matching',
      pairs: pairs.map((pair) => ({ left: `Statement ${pair[0]}`, right: pair.endsWith('wrong') ? '\\-' : '\\+' })),
    })
    expect(losses).toEqual(['Partly right answers earn other marks in the file; here, each pair earns an equal share'])
  })
})

describe('elements outside the question', () => {
  const item = itemOf({ declarations: response('single identifier', ['B']), body: choiceOf(['a', 'b']) })

  it.each([
    [
      '<x:customScoring xmlns:x="http://x.example"><x:rationale>Half right</x:rationale></x:customScoring>',
      'The element “customScoring” outside the question is not kept',
    ],
    [
      '<apipAccessibility xmlns="http://www.imsglobal.org/xsd/apip"><companionText>Read it</companionText></apipAccessibility>',
      'Glossaries and other supports for accessibility are not kept',
    ],
  ])('reports %j as a loss', async (element, loss) => {
    const end = '</assessmentItem>'
    const { losses } = await readingOf(item.replace(end, element + end))
    const { losses: before } = await readingOf(item)
    expect(losses).toEqual([...before, loss])
  })

  it('says nothing about empty ones', async () => {
    const end = '</assessmentItem>'
    const { losses } = await readingOf(item.replace(end, `<apipAccessibility/>${end}`))
    expect(losses).toEqual((await readingOf(item)).losses)
  })
})
