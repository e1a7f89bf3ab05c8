import { Box, Group, Stack, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { create } from 'zustand'
import { rememberTestType, testTypeOf } from '#client/features/tests/model/chosen-type.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { useAuthoring } from '#client/lib/authoring.ts'
import { platformName } from '#client/lib/branding.ts'
import { localStore } from '#client/lib/device/browser.ts'
import { numberText } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { PlatformLogo } from '#client/ui/brand-logo.tsx'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import type { Role } from '#shared/roles.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { DeviceButtons, Person } from './shell-header.tsx'
import classes from './shell-sidebar.module.css'
import { type Tab, tabsOf } from './tabs.ts'

/** Tabs whose sub-items are collapsed, stored on this device. Tabs are expanded by default. */
const key = 'closedTabs'
const useClosedTabs = create<readonly string[]>(() => (localStore.read(key) ?? '').split(' '))

/** @returns `[open, setOpen]` for one tab */
function useTabOpen(path: string) {
  const open = useClosedTabs((closed) => !closed.includes(path))
  const setOpen = (next: boolean) => {
    const others = useClosedTabs.getState().filter((other) => other !== path)
    const closed = next ? others : [...others, path]
    useClosedTabs.setState(closed, true)
    localStore.write(key, closed.join(' '))
  }
  return [open, setOpen] as const
}

/** Polling interval for the counts, in ms. Creating or deleting a test refreshes them at once (`tests.invalidate`). */
const pollMs = 60_000

/** Number of the user's tests by type. Undefined while loading. */
const useTypeCounts = () =>
  trpc.tests.typeCounts.useQuery(undefined, { refetchInterval: pollMs, select: ({ counts }) => counts }).data

/** True if there are objections, or answers that are marked by hand. */
const useHasMarking = (role: Role) =>
  trpc.marking.exists.useQuery(undefined, { enabled: role !== 'student', staleTime: pollMs }).data?.exists === true

const subTypes = [
  'Assessment',
  'Practice',
  'Mock Test',
  'Specific Company Test',
  'Assignment',
] as const satisfies TestType[]

/** Marks the current item here, because the router ignores the test type and would mark several links. */
const current = (chosen: boolean) =>
  ({
    activeOptions: { exact: true, explicitUndefined: true },
    activeProps: {},
    'data-active': chosen || undefined,
    'aria-current': chosen ? 'page' : undefined,
  }) as const

interface SidebarProps {
  user: CurrentUser
  active: Tab | undefined
  /** True while the drawer is open. Only phones have one. */
  open: boolean
  onChoose: () => void
}

/** The role's tabs. Test types with their counts are listed under the tests tab. */
export function Sidebar({ user, active, open, onChoose }: SidebarProps) {
  const type = useRouterState({ select: ({ location }) => testTypeOf((location.search as { type?: unknown }).type) })
  const listsTests = active?.byType === true
  useEffect(() => {
    if (listsTests) rememberTestType(type)
  }, [listsTests, type])
  const hasMarking = useHasMarking(user.role)
  const { data: may } = useAuthoring()
  const isListed = { marking: hasMarking, reading: may?.canRead, writing: may?.canWrite }
  const own = tabsOf(user.role).filter(({ ifAny }) => ifAny === undefined || isListed[ifAny])
  return (
    <Stack
      component="nav"
      gap={0}
      id="sidebar"
      className={classes.sidebar}
      data-print="hide"
      data-open={open || undefined}
      aria-label="Main"
    >
      <Group gap={10} wrap="nowrap" px="lg" fw={600} flex="none" className={classes.brand}>
        <PlatformLogo size={24} />
        <Text span inherit truncate title={platformName}>
          {platformName}
        </Text>
      </Group>
      <Box flex={1} p="xs" pt={4} style={{ overflowY: 'auto', overscrollBehavior: 'contain' }}>
        {own.map((tab, index) => (
          <div key={tab.path} data-apart={index > 0 && own[index - 1]?.group !== tab.group} className={classes.item}>
            {tab.byType ? (
              <TestsTab tab={tab} active={active === tab} type={type} onChoose={onChoose} />
            ) : (
              <PlainTab tab={tab} chosen={active === tab} onChoose={onChoose} />
            )}
          </div>
        ))}
      </Box>
      <Group gap="xs" wrap="nowrap" pr="xs" pl="lg" py="sm" flex="none" hiddenFrom="sm" className="line-above">
        <Person user={user} place="sidebar" />
        <DeviceButtons place="sidebar" />
      </Group>
    </Stack>
  )
}

function PlainTab({ tab, chosen, onChoose }: { tab: Tab; chosen: boolean; onChoose: () => void }) {
  const { path, label, icon: Shape } = tab
  return (
    <Link to={path} preload="intent" className={classes.tab} onClick={onChoose} {...current(chosen)}>
      <Shape size={18} stroke={1.7} aria-hidden />
      {label}
    </Link>
  )
}

interface TestsTabProps {
  tab: Tab
  active: boolean
  type: TestType | undefined
  onChoose: () => void
}

/** The tests tab, with a link to all tests and a link for each type below it. */
function TestsTab({ tab, active, type, onChoose }: TestsTabProps) {
  const [open, setOpen] = useTabOpen(tab.path)
  const counts = useTypeCounts()
  const shown = subTypes.find((name) => active && name === type)
  // List the Assignment type only if it has tests or is selected. The other types are always listed.
  const listed = subTypes.filter((name) => name !== 'Assignment' || name === shown || (counts?.Assignment ?? 0) > 0)
  const typesId = `types-of${tab.path.replace('/', '-')}`
  return (
    <>
      <div className={classes.row}>
        <PlainTab tab={tab} chosen={active && !(open && shown)} onChoose={onChoose} />
        <button
          type="button"
          className={classes.fold}
          aria-label={`Types of ${tab.label.toLowerCase()}`}
          aria-expanded={open}
          aria-controls={typesId}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={16} stroke={1.7} aria-hidden />
        </button>
      </div>
      <div id={typesId} hidden={!open}>
        {listed.map((name) => (
          <Link
            key={name}
            to={tab.path}
            search={{ type: name }}
            preload="intent"
            className={classes.type}
            onClick={onChoose}
            {...current(shown === name)}
          >
            {typeLabels[name]}
            {counts && <span className={`tabular ${classes.count}`}>{numberText(counts[name])}</span>}
          </Link>
        ))}
      </div>
    </>
  )
}
