import { describe, expect, it } from 'vitest'
import { setFormula } from '#client/ui/rich-text-formula.ts'
import { inlineFormula } from '#server/features/bank/formats/markdown.ts'
import { ommlTex } from '#server/features/bank/formats/omml.ts'
import { readDocument } from '#server/features/bank/formats/xml.ts'
import { richHtml } from '#shared/bank/rich-text.rules.ts'

const spaces =
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** The TeX of Office Math. Checks that KaTeX renders it in the middle of a text. */
async function tex(math: string): Promise<string | null> {
  const written = ommlTex(await readDocument(`<m:oMath ${spaces}>${math}</m:oMath>`))
  if (written !== null && written !== '') {
    setFormula(written, true)
    expect(richHtml(`1 ${inlineFormula(written)} 2`, { setTex: setFormula }).html).toContain('data-math="inline"')
  }
  return written
}

const run = (text: string, properties = '') =>
  `<m:r>${properties === '' ? '' : `<m:rPr>${properties}</m:rPr>`}<w:rPr><w:rFonts w:ascii="Cambria Math"/></w:rPr><m:t xml:space="preserve">${text}</m:t></m:r>`
const part = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`
const set = (name: string, value: string) => `<m:${name} m:val="${value}"/>`
const e = (content: string) => part('e', content)
const x = run('x')

describe('Office Math is written as TeX', () => {
  it.each([
    ['text', run('x+2α≤3.5'), 'x+2\\alpha \\le 3.5'],
    ['upright text', run('sin x', set('sty', 'p')), '\\sin \\;\\mathrm{x}'],
    ['normal text', run('if x > 0', '<m:nor/>'), '\\text{if x > 0}'],
    ['bold', run('v', set('sty', 'b')), '\\mathbf{v}'],
    ['bold italics', run('α', set('sty', 'bi')), '\\boldsymbol{\\alpha}'],
    ['number sets', run('R', set('scr', 'double-struck')), '\\mathbb{R}'],
    ['italic letters of other planes', run('𝑥𝛼'), 'x\\alpha'],
    ['fractions', part('f', `<m:fPr><m:ctrlPr/></m:fPr>${part('num', run('1'))}${part('den', x)}`), '\\frac{1}{x}'],
    [
      'linear fractions',
      part('f', `<m:fPr>${set('type', 'lin')}</m:fPr>${part('num', run('a+b'))}${part('den', x)}`),
      '\\frac{a+b}{x}',
    ],
    [
      'binomials',
      part('f', `<m:fPr>${set('type', 'noBar')}</m:fPr>${part('num', run('n'))}${part('den', run('k'))}`),
      '\\genfrac{}{}{0pt}{}{n}{k}',
    ],
    ['roots', part('rad', `<m:radPr>${set('degHide', '1')}</m:radPr><m:deg/>${e(x)}`), '\\sqrt{x}'],
    ['roots with a degree', part('rad', `${part('deg', run('3'))}${e(x)}`), '\\sqrt[{3}]{x}'],
    ['superscripts', part('sSup', `${e(run('x+1'))}${part('sup', run('2'))}`), '{x+1}^{2}'],
    ['primes', part('sSup', `${e(run('f'))}${part('sup', run('′'))}`), 'f^{\\prime}'],
    ['subscripts', part('sSub', `${e(x)}${part('sub', run('12'))}`), 'x_{12}'],
    ['both scripts', part('sSubSup', `${e(x)}${part('sub', run('i'))}${part('sup', run('2'))}`), 'x_{i}^{2}'],
    ['scripts before', part('sPre', `${part('sub', run('6'))}${part('sup', run('14'))}${e(run('C'))}`), '{}_{6}^{14}C'],
    [
      'sums',
      part(
        'nary',
        `<m:naryPr>${set('chr', '∑')}${set('limLoc', 'undOvr')}</m:naryPr>${part('sub', run('i=1'))}${part('sup', run('n'))}${e(x)}`,
      ),
      '\\sum_{i=1}^{n} x',
    ],
    [
      'integrals',
      part(
        'nary',
        `<m:naryPr>${set('limLoc', 'subSup')}${set('supHide', '1')}</m:naryPr>${part('sub', run('0'))}<m:sup/>${e(x)}`,
      ),
      '\\int_{0} x',
    ],
    ['brackets', part('d', e(x)), '\\left(x\\right)'],
    [
      'other brackets',
      part('d', `<m:dPr>${set('begChr', '[')}${set('endChr', '[')}${set('sepChr', ',')}</m:dPr>${e(x)}${e(x)}`),
      '\\left[x,x\\right[',
    ],
    [
      'separators',
      part('d', `<m:dPr>${set('begChr', '{')}${set('endChr', '}')}</m:dPr>${e(x)}${e(run('x&gt;0'))}`),
      '\\left\\{x\\middle\\vert x>0\\right\\}',
    ],
    [
      'matrices',
      part('m', `${part('mr', e(x) + e(run('0')))}${part('mr', e(run('0')) + e(x))}`),
      '\\begin{matrix}x & 0 \\\\ 0 & x\\end{matrix}',
    ],
    ['functions', part('func', `${part('fName', run('sin', set('sty', 'p')))}${e(x)}`), '\\sin  x'],
    [
      'functions with a power',
      part(
        'func',
        `${part('fName', part('sSup', `${e(run('cos', set('sty', 'p')))}${part('sup', run('2'))}`))}${e(x)}`,
      ),
      '\\cos^{2} x',
    ],
    ['limits', part('limLow', `${e(run('lim', set('sty', 'p')))}${part('lim', run('n→∞'))}`), '\\lim_{n\\to \\infty}'],
    [
      'reactions',
      part('limUpp', `${e(run('→'))}${part('lim', run('heat', '<m:nor/>'))}`),
      '\\xrightarrow{\\text{heat}}',
    ],
    ['hats', part('acc', e(x)), '\\hat{x}'],
    ['vectors', part('acc', `<m:accPr>${set('chr', '⃗')}</m:accPr>${e(run('AB'))}`), '\\overrightarrow{AB}'],
    ['lines above', part('bar', `<m:barPr>${set('pos', 'top')}</m:barPr>${e(x)}`), '\\overline{x}'],
    ['lines below', part('bar', e(x)), '\\underline{x}'],
    ['boxes', part('box', e(x)), '{x}'],
    ['frames', part('borderBox', e(x)), '\\boxed{x}'],
    [
      'cancelled terms',
      part(
        'borderBox',
        `<m:borderBoxPr>${['hideTop', 'hideBot', 'hideLeft', 'hideRight', 'strikeBLTR'].map((name) => set(name, '1')).join('')}</m:borderBoxPr>${e(x)}`,
      ),
      '\\cancel{x}',
    ],
    ['braces', part('groupChr', e(x)), '\\underbrace{x}'],
    [
      'braces with text',
      part(
        'limUpp',
        `${e(part('groupChr', `<m:groupChrPr>${set('chr', '⏞')}${set('pos', 'top')}</m:groupChrPr>${e(x)}`))}${part('lim', run('n'))}`,
      ),
      '\\overbrace{x}^{n}',
    ],
    [
      'arrows with text',
      part('groupChr', `<m:groupChrPr>${set('chr', '→')}</m:groupChrPr>${e(run('k'))}`),
      '\\xrightarrow{k}',
    ],
    [
      'aligned equations',
      part('eqArr', e(run('x&amp;=1')) + e(run('y&amp;=2'))),
      '\\begin{aligned}x & =1 \\\\ y & =2\\end{aligned}',
    ],
    [
      'cases',
      part(
        'd',
        `<m:dPr>${set('begChr', '{')}${set('endChr', '')}</m:dPr>${e(part('eqArr', e(run('1')) + e(run('2'))))}`,
      ),
      '\\left\\{\\begin{array}{l}1 \\\\ 2\\end{array}\\right.',
    ],
    ['phantoms', part('phant', `<m:phantPr>${set('show', '0')}</m:phantPr>${e(x)}`), '\\phantom{x}'],
    ['tracked changes', `<w:ins>${run('y')}</w:ins><w:del>${x}</w:del>`, 'y'],
    [
      'moved parts',
      `<w:moveTo>${run('5')}</w:moveTo>${x}<w:moveFrom>${run('6')}</w:moveFrom><w:moveToRangeEnd/>`,
      '5x',
    ],
    ['wrapped parts', `<w:customXml><w:customXmlPr/>${run('5')}</w:customXml><w:customXmlInsRangeStart/>${x}`, '5x'],
    ['parts in content controls', `<w:sdt><w:sdtPr/><w:sdtContent>${x}</w:sdtContent></w:sdt>`, 'x'],
    [
      'changes in aligned equations',
      part('eqArr', e(run('x&amp;=1')) + e(`<w:ins>${run('y&amp;=2')}</w:ins>`)),
      '\\begin{aligned}x & =1 \\\\ y & =2\\end{aligned}',
    ],
    ['an ampersand', run('a&amp;b'), 'a\\&b'],
    ['nothing', '', ''],
  ])('%s', async (_, math, expected) => {
    expect(await tex(math)).toBe(expected)
  })

  it.each([
    ['unknown elements', '<m:new/>'],
    [
      'deleted fractions',
      part('f', `<m:fPr><m:ctrlPr><w:del/></m:ctrlPr></m:fPr>${part('num', x)}${part('den', run('2'))}`),
    ],
    ['pictures', '<m:r><w:drawing/></m:r>'],
    ['struck-out frames', part('borderBox', `<m:borderBoxPr>${set('strikeV', '1')}</m:borderBoxPr>${e(x)}`)],
    ['private characters', run('\ue000')],
    ['deep formulas', `${'<m:rad><m:e>'.repeat(85)}${x}${'</m:e></m:rad>'.repeat(85)}`],
  ])('does not write %s', async (_, math) => {
    expect(await tex(math)).toBeNull()
  })
})
