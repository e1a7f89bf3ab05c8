import { z } from 'zod'

/** The branding in a page's header; `logoUrl` is null without a logo. */
export const platformBrand = z.object({ platformName: z.string(), logoUrl: z.string().nullable() })

export const collegeBrand = z.object({ collegeName: z.string(), logoUrl: z.string().nullable() })

export const logoAnswer = z.object({ logoUrl: z.string().nullable() })
export type LogoAnswer = z.output<typeof logoAnswer>
