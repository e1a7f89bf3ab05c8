import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import type { LiveRow } from '../../model/live-feed.ts'
import { sorted } from '../../model/live-rows.ts'

const none: readonly LiveRow[] = []

/**
 * Sorts students without moving rows while somebody is reading: the order updates with `now`, and only while neither
 * pointer nor keyboard focus is in the list. A new sort key or a changed number of students takes effect at once.
 *
 * @param now server time, ms UTC, in steps of the minimum time between updates
 * @returns the students (undefined while loading), and a ref for the element that holds the list
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
