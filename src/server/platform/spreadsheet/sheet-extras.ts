/** The contents of a sheet besides its cells: hidden rows and columns, and pictures. */

export interface Extras {
  /** One-based. */
  hiddenRows: ReadonlySet<number>
  /** Zero-based. */
  hiddenColumns: ReadonlySet<number>
  /** One-based rows at which pictures begin. */
  pictureRows: ReadonlySet<number>
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}=["']([^"'<>]*)["']`).exec(tag)?.[1] ?? ''
const isHidden = (tag: string) => /^(?:1|true)$/.test(attribute(tag, 'hidden'))
const maxColumns = 16_384

function hiddenIn(xml: string) {
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()
  for (const [tag] of xml.matchAll(/<(?:\w{1,20}:)?row\s[^<>]*>/g))
    if (isHidden(tag)) hiddenRows.add(Number(attribute(tag, 'r')))
  for (const [tag] of xml.matchAll(/<(?:\w{1,20}:)?col\s[^<>]*>/g)) {
    if (!isHidden(tag)) continue
    const last = Math.min(maxColumns, Number(attribute(tag, 'max')))
    for (let column = Number(attribute(tag, 'min')); column >= 1 && column <= last; column++)
      hiddenColumns.add(column - 1)
  }
  return { hiddenRows, hiddenColumns }
}

/** Resolves a target such as `../drawings/drawing1.xml` of a sheet. */
const resolved = (target: string) =>
  target.startsWith('/') ? target.slice(1) : target.replace(/^\.\.\//, 'xl/').replace(/^(?!xl\/)/, 'xl/worksheets/')

function pictureRowsOf(parts: ReadonlyMap<string, Buffer>, sheet: string): Set<number> {
  const relations = parts.get(sheet.replace(/([^/]+)$/, '_rels/$1.rels'))?.toString('latin1') ?? ''
  const rows = new Set<number>()
  for (const [tag] of relations.matchAll(/<Relationship\s[^<>]*>/g)) {
    if (!attribute(tag, 'Type').endsWith('/drawing')) continue
    const drawing = parts.get(resolved(attribute(tag, 'Target')))?.toString('latin1') ?? ''
    for (const [, row] of drawing.matchAll(/<(?:\w{1,20}:)?from>.{0,300}?<(?:\w{1,20}:)?row>(\d{1,7})</gs))
      rows.add(Number(row) + 1)
  }
  return rows
}

/** @param sheet the path of the sheet's part */
export const extrasOf = (parts: ReadonlyMap<string, Buffer>, sheet: string): Extras => ({
  ...hiddenIn(parts.get(sheet)?.toString('latin1') ?? ''),
  pictureRows: pictureRowsOf(parts, sheet),
})
