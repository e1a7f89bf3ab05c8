import { Center, SegmentedControl } from '@mantine/core'
import { IconLayoutGrid, IconLayoutList, IconList } from '@tabler/icons-react'
import { type ListView, useListView } from '#client/lib/list-view.ts'
import classes from '#client/ui/filters.module.css'

const looks = {
  table: { name: 'Table', icon: IconList },
  cards: { name: 'Cards', icon: IconLayoutGrid },
  compact: { name: 'Compact cards', icon: IconLayoutList },
} as const

/** Chooses how test lists are displayed. @param views falls back to cards if the stored view is not listed */
export function ViewSwitch({
  views,
  hiddenOnPhone,
}: {
  views: readonly [ListView, ...ListView[]]
  hiddenOnPhone?: boolean
}) {
  const [view, change] = useListView()
  return (
    <SegmentedControl
      className={classes.views}
      {...(hiddenOnPhone && { visibleFrom: 'sm' })}
      aria-label="View"
      value={views.includes(view.view) ? view.view : 'cards'}
      onChange={(next) => change({ view: views.find((view) => view === next) ?? views[0] })}
      data={views.map((view) => {
        const { name, icon: Shape } = looks[view]
        return {
          value: view,
          label: (
            <Center component="span" mih={22} title={name}>
              <Shape size={17} stroke={1.7} aria-hidden />
              <span className="visually-hidden">{name}</span>
            </Center>
          ),
        }
      })}
    />
  )
}
