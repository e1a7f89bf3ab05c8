import { Box, Group, Skeleton, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { numberText } from '#client/lib/format.ts'
import classes from './stat-cards.module.css'

export interface Stat {
  label: string
  /** Numbers get thousands separators. Undefined while loading. */
  value: number | ReactNode | undefined
  /** One secondary line below, such as the value's scope or how it is computed. */
  note?: ReactNode
  icon?: Icon
  /** The list behind the value. The whole card links there. */
  link?: { to: NonNullable<LinkProps['to']>; search?: Record<string, string> }
}

interface StatCardsProps {
  label: string
  stats: readonly Stat[]
  /** Shows values at text size, for names and codes beside the page's main numbers. */
  quiet?: boolean
}

const waiting = <Skeleton height={20} width={48} my={5} />

/** A few key numbers side by side, the most important one first. */
export const StatCards = ({ label, stats, quiet }: StatCardsProps) => (
  <dl className={classes.cards} aria-label={label}>
    {stats.map(({ label: name, value, note, icon: Shape, link }) => (
      <Box miw={0} py="sm" px="md" key={name} className={`card ${classes.card}`}>
        <Group component="dt" gap={6} wrap="nowrap" c="dimmed" fz="xs" fw={550}>
          {Shape && <Shape size={15} stroke={1.8} aria-hidden />}
          {link ? (
            <Link {...link} className={classes.link}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Group>
        <Text component="dd" inherit mt={2} fz={quiet ? 'sm' : 22} fw={600} lh={1.3} className="tabular anywhere">
          {typeof value === 'number' ? numberText(value) : value === undefined ? waiting : value}
        </Text>
        {note !== undefined && (
          <Text component="dd" mt={2} c="dimmed" fz="xs" className="anywhere">
            {note}
          </Text>
        )}
      </Box>
    ))}
  </dl>
)
