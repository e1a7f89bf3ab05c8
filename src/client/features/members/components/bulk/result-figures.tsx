import { SimpleGrid } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BulkResult } from '#shared/members/bulk.schema.ts'
import classes from './bulk.module.css'

/** Number of rows in the sheet, added and failed. */
export const ResultFigures = ({ result: { total, successful, failed } }: { result: BulkResult }) => (
  <SimpleGrid component="dl" cols={3} spacing={0} className="card">
    <Figure icon={<IconTable size={16} stroke={1.8} aria-hidden />} label="Total" value={total} />
    <Figure
      icon={<IconCircleCheck size={16} stroke={1.8} aria-hidden />}
      label="Successful"
      value={successful}
      tone={successful > 0 ? 'good' : undefined}
    />
    <Figure
      icon={<IconCircleX size={16} stroke={1.8} aria-hidden />}
      label="Failed"
      value={failed}
      tone={failed > 0 ? 'bad' : undefined}
    />
  </SimpleGrid>
)

interface FigureProps {
  icon: ReactNode
  label: string
  value: number
  tone?: 'good' | 'bad' | undefined
}

const Figure = ({ icon, label, value, tone }: FigureProps) => (
  <div className={`figure ${classes.resultFigure}`} data-tone={tone}>
    <dt>
      {icon}
      {label}
    </dt>
    <dd>{value.toLocaleString()}</dd>
  </div>
)
