import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FeatureNames } from './names.ts'

/** A line that is put before another one, which a file has exactly once. */
interface Insertion {
  file: string
  before: string
  line: string
}

const insertions = ({ many, one }: FeatureNames): Insertion[] => [
  {
    file: 'scripts/structure/vocabulary.ts',
    before: ']\n\nconst serverFiles',
    line: `  '${many}',\n`,
  },
  {
    file: 'src/server/app-router.ts',
    before: "import { router } from './trpc/init.ts'",
    line: `import { ${many}Router } from './features/${many}/router.ts'\n`,
  },
  {
    file: 'src/server/app-router.ts',
    before: '})\n\nexport type AppRouter',
    line: `  ${many}: ${many}Router,\n`,
  },
  {
    file: 'tests/permissions/matrix.ts',
    before: '}\n\nexport const inputOf',
    line: `  '${many}.list': { roles: admin, other: 'none' },
  '${many}.create': { roles: admin, input: (_world, { code }) => ({ name: \`A ${one} of \${code}\` }), other: 'none' },\n`,
  },
  {
    file: 'README.md',
    before: '\n`src/shared/<feature>` holds',
    line: `| ${many.padEnd(13)} | ${`${many} of a college`.padEnd(51)} | ${`\`…/${many}\``.padEnd(26)} | ${`\`…/${many}\``.padEnd(26)} |\n`,
  },
]

/** Puts the feature into the lists that name each of them. @throws Error when such a list is not where it was */
export function register(root: string, names: FeatureNames): string[] {
  const texts = new Map<string, string>()
  for (const { file, before, line } of insertions(names)) {
    const parts = (texts.get(file) ?? readFileSync(join(root, file), 'utf8')).split(before)
    if (parts.length !== 2)
      throw new Error(`${file} has no place for a new feature any more: ${JSON.stringify(before)}`)
    texts.set(file, parts.join(line + before))
  }
  // All of them or none.
  for (const [file, text] of texts) writeFileSync(join(root, file), text)
  return [...texts.keys()]
}
