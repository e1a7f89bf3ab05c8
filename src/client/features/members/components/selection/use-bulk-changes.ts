import { plural } from '#client/lib/format.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { offerUndo } from '#client/lib/undo.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import type { GroupPatch, Skipped } from '#shared/members/selection.schema.ts'
import { useMoveMembers, useSetActive } from '../../queries.ts'
import { roleText } from '../role-text.ts'

export interface LeftOut {
  skipped: readonly Skipped[]
  /** The reason shown for people who needed no change. */
  unchanged: string
}

/** Changes the selected people, with an undo for each change. @param onDone receives the skipped people */
export function useBulkChanges(role: MemberRole, ids: readonly string[], onDone: (left: LeftOut) => void) {
  const confirm = useConfirm()
  const { mutateAsync: setActiveOf } = useSetActive()
  const { mutateAsync: moveOf } = useMoveMembers()
  const words = roleText[role]
  const many = (count: number) => plural(count, words.one, words.many)

  const attempt = <T>(doing: string, failed: string, work: Promise<T>) =>
    reportOutcome(whileLoading(work, `${doing} ${many(ids.length)}...`), undefined, `Failed to ${failed} ${words.many}`)

  /** @param undo resolves to the number of people restored, and of those skipped because they have changed since */
  const offer = (done: string, undo: () => Promise<{ restored: number; changed: number }>) =>
    offerUndo(
      done,
      () => whileLoading(undo(), 'Restoring...'),
      ({ restored, changed }) =>
        `${many(restored)} restored${changed > 0 ? `. ${many(changed)} had been changed since.` : ''}`,
      `Failed to restore ${words.many}`,
    )

  const setActive = async (isActive: boolean) => {
    if (
      !isActive &&
      !(await confirm({
        title: `Deactivate ${many(ids.length)}?`,
        message: 'They are signed out immediately and cannot sign in until you activate them again.',
        ...(role === 'student' && { consequences: 'Running exams are kept: answers so far stay saved.' }),
        confirmLabel: 'Deactivate',
      }))
    )
      return
    const [doing, verb] = isActive ? ['Activating', 'activate'] : ['Deactivating', 'deactivate']
    const result = await attempt(doing, verb, setActiveOf({ ids: [...ids], isActive }))
    if (!result) return
    const { changed, skipped } = result
    if (changed.length > 0)
      offer(`${many(changed.length)} ${verb}d`, async () => {
        const back = await setActiveOf({ ids: changed, isActive: !isActive })
        return { restored: back.changed.length, changed: back.skipped.length }
      })
    onDone({ skipped, unchanged: isActive ? 'Already active' : 'Already inactive' })
  }

  const move = async (to: GroupPatch) => {
    const result = await attempt('Moving', 'move', moveOf({ moves: [{ ids: [...ids], to }] }))
    if (!result) return
    const { moved, skipped } = result
    const count = moved.flatMap((group) => group.ids).length
    if (count > 0)
      offer(`${many(count)} moved`, async () => {
        const back = await moveOf({ moves: moved.map(({ ids, from, to }) => ({ ids, from: to, to: from })) })
        return { restored: back.moved.flatMap((group) => group.ids).length, changed: back.skipped.length }
      })
    onDone({ skipped, unchanged: 'Already there' })
  }

  return { setActive, move }
}
