import { Burger, Group } from '@mantine/core'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useOrigin } from '#client/lib/page-origin.ts'
import { useDocumentTitle, useShownTitle } from '#client/lib/page-title.ts'
import { useSession } from '#client/lib/session.ts'
import { useIsTestMode } from '#client/lib/test-mode.ts'
import { Loading } from '#client/ui/loading.tsx'
import { NoAccess } from './access.tsx'
import classes from './shell.module.css'
import { ShellHeader } from './shell-header.tsx'
import { Sidebar } from './shell-sidebar.tsx'
import { activeTab, titleOf } from './tabs.ts'

/**
 * Sidebar and header around every screen. Both are hidden during a test. Uses plain CSS instead of Mantine's AppShell
 * to keep the first page's download small for students.
 */
export function Shell() {
  const { user } = useSession()
  const testMode = useIsTestMode()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const roles = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.roles })
  const [navOpen, setNavOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const burger = useRef<HTMLButtonElement>(null)
  const origin = useOrigin()
  const tab = user ? activeTab(user.role, pathname, origin?.href) : undefined
  const own = useShownTitle()
  const title = own.title ?? titleOf(tab, user?.role)
  useDocumentTitle(title)

  // After navigation, move focus to the content so that keyboard and screen reader users are not left on the link.
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    setNavOpen(false)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    if (!navOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setNavOpen(false)
      burger.current?.focus()
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [navOpen])

  /** Choosing another test type does not change the page, so nothing else moves focus out of the closing drawer. */
  const closeDrawer = () => {
    if (!navOpen) return
    setNavOpen(false)
    main.current?.focus({ preventScroll: true })
  }

  // The session has just ended, and the router is redirecting to the sign-in page.
  if (!user) return null

  return (
    <div className={testMode ? undefined : classes.shell} data-nav-open={navOpen || undefined}>
      {!testMode && (
        <>
          <a href="#main" className={classes.skip} data-print="hide">
            Skip to content
          </a>
          <Group component="header" wrap="nowrap" className={classes.header} data-print="hide">
            <Burger
              ref={burger}
              hiddenFrom="sm"
              opened={navOpen}
              onClick={() => setNavOpen(!navOpen)}
              size="sm"
              aria-label={navOpen ? 'Close navigation' : 'Open navigation'}
              aria-expanded={navOpen}
              aria-controls="sidebar"
            />
            <ShellHeader user={user} title={title} back={own.back} />
          </Group>
          <Sidebar user={user} active={tab} open={navOpen} onChoose={closeDrawer} />
          <button
            type="button"
            className={classes.backdrop}
            data-print="hide"
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => setNavOpen(false)}
          />
        </>
      )}
      {/* Focused after each navigation, so a screen reader reads the new page's title. */}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        aria-labelledby={testMode ? undefined : 'page-title'}
        className={testMode ? undefined : classes.main}
        style={{ outline: 'none' }}
      >
        <Suspense fallback={<Loading />}>
          {roles && !roles.includes(user.role) ? <NoAccess roles={roles} /> : <Outlet />}
        </Suspense>
      </main>
    </div>
  )
}
