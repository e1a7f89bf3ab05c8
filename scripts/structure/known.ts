/** An import that breaks a rule. Both are the beginnings of paths, so that a folder covers its files. */
export interface Known {
  from: string
  to: string
}

/**
 * The breaches of today. `npm run structure` accepts them, and fails when one is gone but still listed: the list only
 * gets shorter.
 */
export const known: Known[] = [
  { from: 'src/client/features/auth/', to: 'src/client/features/members/' },
  { from: 'src/client/features/tests/', to: 'src/client/features/assignments/' },
  {
    from: 'src/client/features/coding/components/editor/solution-outcome.tsx',
    to: 'src/client/features/coding/components/editor/solutions-editor.tsx',
  },
  { from: 'src/client/features/notifications/model/expiry.ts', to: 'src/client/features/notifications/queries.ts' },
  { from: 'src/client/ui/charts/bar-drawing.tsx', to: 'src/client/ui/charts/bar-chart.tsx' },
  { from: 'src/client/ui/charts/line-drawing.tsx', to: 'src/client/ui/charts/line-chart.tsx' },
  { from: 'src/client/ui/charts/pie-drawing.tsx', to: 'src/client/ui/charts/pie-chart.tsx' },
  { from: 'src/client/ui/data-list-last-page.ts', to: 'src/client/ui/data-list-footer.tsx' },
  { from: 'src/client/ui/data-list-row.ts', to: 'src/client/ui/data-list.tsx' },
  { from: 'src/client/ui/data-list-sort.tsx', to: 'src/client/ui/data-list.tsx' },
]

/** Short files that may keep their only importer: the beginnings of paths. */
export const knownShort: readonly string[] = [
  'src/client/',
  // Loaded by vitest, by its path.
  'scripts/testing/outside.ts',
  // Together with its importer it would be too long.
  'src/server/judge/javascript/program/random.ts',
]
