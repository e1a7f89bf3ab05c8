import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { useUser } from '#client/lib/session.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { usePageTitle } from './page-title.ts'
import classes from './shell.module.css'
import { ShellHeader } from './shell-header.tsx'
import { tabAt, tabsOf } from './tabs.ts'
import { useIsTestMode } from './test-mode.ts'

/** Sidebar and header around every screen. While a test is taken both are gone. */
export function Shell() {
  const user = useUser()
  const testMode = useIsTestMode()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [navOpen, nav] = useDisclosure(false)
  const main = useRef<HTMLElement>(null)
  const tab = tabAt(pathname)
  usePageTitle(tab?.label ?? 'Examhall')
  useFocusOnNavigation(main, pathname, nav.close)

  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }

  return (
    <AppShell
      disabled={testMode}
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !navOpen } }}
      padding={{ base: 'md', md: 'xl' }}
      transitionDuration={0}
    >
      {!testMode && (
        <>
          <a href="#main" className={classes.skip} onClick={skip}>
            Skip to content
          </a>
          <AppShell.Header className={classes.header}>
            <Burger
              opened={navOpen}
              onClick={nav.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={navOpen ? 'Close navigation' : 'Open navigation'}
              aria-expanded={navOpen}
            />
            <ShellHeader user={user} page={tab?.label} />
          </AppShell.Header>
          <AppShell.Navbar className={classes.navbar} aria-label="Main">
            <Group className={classes.brand} gap="xs">
              <img src="/favicon.svg" alt="" width={24} height={24} />
              <Text fw={600}>Academic System</Text>
            </Group>
            <AppShell.Section grow component={ScrollArea} px="xs" py="xs">
              {tabsOf(user.role).map(({ path, label, icon: Icon }) => (
                <NavLink
                  key={path}
                  component={Link}
                  to={path}
                  preload="intent"
                  label={label}
                  leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                  active={tab?.path === path}
                  aria-current={tab?.path === path ? 'page' : undefined}
                  className={classes.tab}
                  onClick={nav.close}
                />
              ))}
            </AppShell.Section>
          </AppShell.Navbar>
        </>
      )}
      <AppShell.Main ref={main} id="main" tabIndex={-1} className={testMode ? classes.bare : classes.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

/** Another page starts at its content: keyboard and screen reader users are not left on the link they followed. */
function useFocusOnNavigation(main: { current: HTMLElement | null }, pathname: string, closeNav: () => void) {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    closeNav()
    main.current?.focus({ preventScroll: true })
  }, [pathname, closeNav, main])
}
