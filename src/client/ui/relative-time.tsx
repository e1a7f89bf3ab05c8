import { useEffect, useState } from 'react'
import { now as clockNow } from '#client/lib/clock.ts'
import { formatDateTime, formatRelative } from '#client/lib/time.ts'

/** A time relative to now, exact on hover. @param value ISO-8601, or null for `empty` */
export function RelativeTime({ value, empty = 'Never' }: { value: string | null; empty?: string }) {
  const [now, setNow] = useState(clockNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(clockNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  if (value === null) return <span>{empty}</span>
  return (
    <time dateTime={value} title={formatDateTime(value)} className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {formatRelative(value, now)}
    </time>
  )
}
