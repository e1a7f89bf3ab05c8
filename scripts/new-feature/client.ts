import type { FeatureNames } from './names.ts'

/** Client files of a new feature, by path: a screen with list, empty state and retry. */
export const clientFiles = ({ many, one, Many, One }: FeatureNames): Record<string, string> => ({
  [`src/client/features/${many}/queries.ts`]: `import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

export type ${One} = RouterOutputs['${many}']['list']['${many}'][number]

/** A page of the college's ${many}, newest first. */
export const use${Many} = (query: RouterInputs['${many}']['list']) =>
  trpc.${many}.list.useQuery(query, { placeholderData: keepPreviousData })

/** Creates one and invalidates the list. */
export function useCreate${One}() {
  const utils = trpc.useUtils()
  return trpc.${many}.create.useMutation({ onSuccess: () => utils.${many}.invalidate() })
}
`,

  [`src/client/features/${many}/screens/${many}-screen.tsx`]: `import { IconList } from '@tabler/icons-react'
import { useListParams } from '#client/lib/list-params.ts'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { type ${One}, use${Many} } from '../queries.ts'

const columns: readonly Column<${One}>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]

/** The college's ${many}. */
export function ${Many}Screen() {
  const [{ page, limit }, setParams] = useListParams([])
  const list = use${Many}({ page, limit })
  return (
    <>
      <PageHeader title="${Many}" purpose="The ${many} of your college." count={list.data?.pagination.total} />
      <DataList
        label="${Many}"
        columns={columns}
        rows={list.data?.${many}}
        rowKey={(${one}) => ${one}.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        stale={list.isPlaceholderData}
        pagination={list.data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        empty={<EmptyState icon={IconList} title="No ${many} yet" text="Each ${one} you create will stand here." />}
      />
    </>
  )
}
`,
})
