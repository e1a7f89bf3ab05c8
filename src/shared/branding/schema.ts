import { z } from 'zod'

/** What a page is headed with; no logo is null. */
export const platformBrand = z.object({ platformName: z.string(), logoUrl: z.string().nullable() })

export const collegeBrand = z.object({ collegeName: z.string(), logoUrl: z.string().nullable() })

export const logoAnswer = z.object({ logoUrl: z.string().nullable() })
export type LogoAnswer = z.output<typeof logoAnswer>
