const names = new Intl.Collator(undefined, { numeric: true })

/** Sorts sections in natural order: S2 before S10. */
export const inOrder = <Of extends { section: string }>(sections: readonly Of[]): Of[] =>
  sections.toSorted((one, other) => names.compare(one.section, other.section))

/** A section's name, prefixed with `Section` unless it already starts with that. */
export function sectionName(section: string): string {
  if (section === '') return 'No section'
  return /^section\b/i.test(section) ? section : `Section ${section}`
}
