import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { now } from '#client/lib/clock.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { offered } from '#client/ui/row-menu.tsx'
import { LiveFeed, type LiveRow } from '../../model/live-feed.ts'
import { useMoveAttempt, useSetNetworkException } from '../../queries.ts'

/** A test's device and network restrictions. */
export interface DeviceRules {
  oneDevice: boolean
  networks: readonly string[]
}

/** Staff actions for a student: move the attempt to another device, or allow any network and end that exception. */
export function useLiveActions(assignmentId: string, { oneDevice, networks }: DeviceRules) {
  const confirm = useConfirm()
  const { mutateAsync: moveAttempt } = useMoveAttempt()
  const { mutateAsync: setException } = useSetNetworkException()

  const move = async ({ studentId, name }: LiveRow) => {
    const title = `Move ${name}’s attempt to another device?`
    const message = `The current device is locked out. ${name} continues on the next device that opens the test. Saved answers are kept.`
    if (!(await confirm({ title, message, confirmLabel: 'Move attempt', destructive: false }))) return
    await reportOutcome(
      moveAttempt({ id: assignmentId, studentId }),
      `${name} can now open the test on another device`,
      'Failed to move the attempt',
    )
  }
  const setAllowed = async ({ studentId, name }: LiveRow, allowed: boolean) => {
    const title = allowed ? `Allow any network for ${name}?` : `Remove the network exception for ${name}?`
    const message = allowed
      ? `${name} can take this test from any network. The audit log records it.`
      : `${name} can then take this test only from ${networks.join(', ')}.`
    const confirmLabel = allowed ? 'Allow any network' : 'Remove exception'
    if (!(await confirm({ title, message, confirmLabel, destructive: false }))) return
    await reportOutcome(
      setException({ id: assignmentId, studentId, allowed }),
      allowed ? `${name} can use any network` : `${name} can only use the test’s networks`,
      'Failed to change the network exception',
    )
  }
  return (row: LiveRow) =>
    offered([
      oneDevice && row.status === 'in_progress' && { label: 'Move to another device', onClick: () => void move(row) },
      networks.length > 0 &&
        row.status !== 'submitted' && {
          label: row.anyNetwork ? 'Remove network exception' : 'Allow any network',
          onClick: () => void setAllowed(row, !row.anyNetwork),
        },
    ])
}

/** Follows an assignment's live board while mounted. @returns its state, and a function that reconnects */
export function useLiveBoard(id: string) {
  const { client } = trpc.useUtils()
  const feed = useMemo(
    () =>
      new LiveFeed({
        subscribe: ({ changes, end }) => {
          const stream = client.attempts.liveChanges.subscribe(
            { id },
            { onData: changes, onError: end, onComplete: () => end() },
          )
          return () => stream.unsubscribe()
        },
        fetchBoard: (since) => client.attempts.live.query({ id, since }),
        now,
        later: (ms, run) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
        random: Math.random,
      }),
    [client, id],
  )
  useEffect(() => {
    const reconnect = () => feed.reconnect()
    const goOffline = () => feed.goOffline()
    feed.start()
    window.addEventListener('online', reconnect)
    window.addEventListener('offline', goOffline)
    return () => {
      window.removeEventListener('online', reconnect)
      window.removeEventListener('offline', goOffline)
      feed.stop()
    }
  }, [feed])
  return { ...useSyncExternalStore(feed.watch, feed.read), again: () => feed.reconnect() }
}
