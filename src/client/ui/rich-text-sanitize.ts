import DOMPurify from 'dompurify'

const text = 'p br strong em code pre ul ol li blockquote h3 h4 h5 h6 div span table thead tbody tr th td'
const mathMl =
  'math semantics annotation menclose mfrac mglyph mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover'
const drawing = 'svg path line'
const attributes =
  'class style value start aria-hidden display encoding accent accentunder columnalign columnlines columnspacing fence height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width viewbox preserveaspectratio d x1 x2 y1 y2 stroke-width'

/** The output of KaTeX, and of Markdown without links: nothing interactive, nothing that loads resources. */
const allowed = {
  ALLOWED_TAGS: `${text} ${mathMl} ${drawing}`.split(' '),
  ALLOWED_ATTR: attributes.split(' '),
}

/** Defence in depth: `richHtml` already escapes all HTML of an author. */
export const sanitize = (html: string): string => DOMPurify.sanitize(html, allowed)
