import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode, wide?: boolean]

/** The items of a `<dl className="facts">`. */
export const Facts = ({ facts, className }: { facts: readonly Fact[]; className?: string }) =>
  facts.map(([name, value, wide]) => (
    <div key={name} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd className={className}>{value}</dd>
    </div>
  ))
