import { Burger } from '@mantine/core'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { usePageTitle } from '#client/lib/page-title.ts'
import { useSession } from '#client/lib/session.tsx'
import { useIsTestMode } from '#client/lib/test-mode.ts'
import { Loading } from '#client/ui/loading.tsx'
import type { CurrentUser } from '#shared/auth/schema.ts'
import classes from './shell.module.css'
import { Person, ShellHeader } from './shell-header.tsx'
import { type Tab, tabAt, tabsOf } from './tabs.ts'

/**
 * Sidebar and header around every screen; while a test is taken both are gone. Plain CSS instead of Mantine's AppShell,
 * whose code would be a visible part of what a student downloads before the first page.
 */
export function Shell() {
  const { user } = useSession()
  const testMode = useIsTestMode()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [navOpen, setNavOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const tab = tabAt(pathname)
  usePageTitle(tab?.label ?? 'Examhall')

  // Another page starts at its content: keyboard and screen reader users are not left on the link they followed.
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    setNavOpen(false)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    if (!navOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setNavOpen(false)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [navOpen])

  // The session has just ended and the router is on its way to the sign-in.
  if (!user) return null

  return (
    <div className={testMode ? undefined : classes.shell} data-nav-open={navOpen || undefined}>
      {!testMode && (
        <>
          <a href="#main" className={classes.skip}>
            Skip to content
          </a>
          <header className={classes.header}>
            <Burger
              className={classes.burger}
              opened={navOpen}
              onClick={() => setNavOpen(!navOpen)}
              size="sm"
              aria-label={navOpen ? 'Close navigation' : 'Open navigation'}
              aria-expanded={navOpen}
              aria-controls="sidebar"
            />
            <ShellHeader user={user} page={tab?.label} />
          </header>
          <Sidebar user={user} active={tab} onChoose={() => setNavOpen(false)} />
          <button
            type="button"
            className={classes.backdrop}
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => setNavOpen(false)}
          />
        </>
      )}
      <main ref={main} id="main" tabIndex={-1} className={testMode ? classes.bare : classes.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

function Sidebar({ user, active, onChoose }: { user: CurrentUser; active: Tab | undefined; onChoose: () => void }) {
  return (
    <nav id="sidebar" className={classes.sidebar} aria-label="Main">
      <div className={classes.brand}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        Academic System
      </div>
      <div className={classes.tabs}>
        {tabsOf(user.role).map(({ path, label, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            preload="intent"
            className={classes.tab}
            data-active={active?.path === path || undefined}
            aria-current={active?.path === path ? 'page' : undefined}
            onClick={onChoose}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            {label}
          </Link>
        ))}
      </div>
      <Person user={user} />
    </nav>
  )
}
