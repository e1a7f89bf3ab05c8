import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import type { LiveRow } from '../../model/live-feed.ts'
import { sorted } from '../../model/live-rows.ts'

const none: readonly LiveRow[] = []

/**
 * Students in an order that does not move while somebody reads: it changes with `now`, and only while neither pointer nor
 * keyboard is in the list. Another sort, or other students, take effect at once.
 *
 * @param now ms UTC by the server's clock, in steps as long as the order shall stay
 * @returns the students, undefined while loading, and the ref of the element that holds the list
 */
export function useCalmOrder(students: readonly LiveRow[] | undefined, sort: string | undefined, now: number) {
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map())
  const { hovered, ref: hover } = useHover<HTMLDivElement>()
  const { focused, ref: focus } = useFocusWithin<HTMLDivElement>()
  const ref = useMergedRef(hover, focus)
  const all = students ?? none
  const reorder = useEffectEvent((evenIfRead: boolean) => {
    if (!evenIfRead && (hovered || focused)) return
    setPlaces(new Map(sorted(all, sort, now).map(({ studentId }, place) => [studentId, place])))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the order follows at once
  useLayoutEffect(() => reorder(true), [sort, all.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the clock is a chance to move
  useLayoutEffect(() => reorder(false), [now])
  const rows = useMemo(() => {
    const placeOf = ({ studentId }: LiveRow) => places.get(studentId) ?? all.length
    return [...all].sort((one, other) => placeOf(one) - placeOf(other))
  }, [all, places])
  return { rows: students && rows, ref }
}
