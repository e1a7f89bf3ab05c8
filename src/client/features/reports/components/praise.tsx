import { Group } from '@mantine/core'
import { IconAward, IconTrophy } from '@tabler/icons-react'
import { praiseOf } from '../model/words.ts'
import classes from './performance.module.css'

/** Praise for a high average. */
export function Praise({ average }: { average: number }) {
  const praise = praiseOf(average)
  if (praise.length === 0) return null
  return (
    <Group gap="12px 32px" align="stretch" py={14} px="md" className={classes.praise}>
      {praise.map(({ title, text }) => (
        <div key={title}>
          {title === 'Outstanding' ? <IconAward size={22} aria-hidden /> : <IconTrophy size={22} aria-hidden />}
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        </div>
      ))}
    </Group>
  )
}
