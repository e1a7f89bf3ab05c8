import { Box, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { platformName } from '#client/lib/branding.ts'
import { now } from '#client/lib/clock.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { CollegeLogo } from './brand-logo.tsx'
import classes from './print-heading.module.css'

const printedAt = () => formatDateTime(new Date(now()).toISOString())

interface PrintHeadingProps {
  /** The college's name, if it is not the viewer's college. */
  college?: string | undefined
  /** The active filters, since the filter bar is not printed: `Batch 2027 · Section A`. */
  children?: ReactNode
}

/** The heading of a printed page: the college, the time of printing and the user. Hidden on screen. */
export function PrintHeading({ college, children }: PrintHeadingProps) {
  const user = useUser()
  const time = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    const tell = () => {
      if (time.current) time.current.textContent = printedAt()
    }
    window.addEventListener('beforeprint', tell)
    return () => window.removeEventListener('beforeprint', tell)
  }, [])
  return (
    <Group
      gap="lg"
      wrap="nowrap"
      align="baseline"
      justify="space-between"
      pb={6}
      className={`line-below ${classes.heading}`}
      data-print="only"
    >
      <Group gap={10} wrap="nowrap">
        {college === undefined && <CollegeLogo size={36} />}
        <div>
          <div style={{ fontSize: '10.5pt', fontWeight: 600 }}>{college ?? user.collegeName ?? platformName}</div>
          {children}
        </div>
      </Group>
      <Box c="dimmed" flex="none">
        Printed <time ref={time}>{printedAt()}</time> by {user.name}
      </Box>
    </Group>
  )
}
