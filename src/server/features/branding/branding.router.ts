import { z } from 'zod'
import { uploadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { anyone, collegeAdmin, inOwnCollege, masterAdmin } from '#server/trpc/procedures.ts'
import { collegeBrand, logoAnswer, platformBrand } from '#shared/branding/branding.schema.ts'
import { imageTooLarge, maxImageBytes } from '#shared/tests/images.schema.ts'
import {
  getCollegeBrand,
  getPlatformBrand,
  removeCollegeLogo,
  removePlatformLogo,
  setCollegeLogo,
  setPlatformLogo,
} from './branding.ts'

const image = { part: 'file', maxBytes: maxImageBytes, tooLarge: imageTooLarge }
const withFile = z.object({ file: uploadedFile })

export const brandingRouter = router({
  platform: anyone
    .meta({ rest: 'GET /branding', summary: 'Get the platform’s name and logo' })
    .output(platformBrand)
    .query(({ ctx }) => getPlatformBrand(ctx.app)),
  college: inOwnCollege
    .meta({ rest: 'GET /college/branding', summary: 'Get the college’s name and logo' })
    .output(collegeBrand)
    .query(({ ctx }) => getCollegeBrand(ctx.app, ctx.scope)),
  setPlatformLogo: masterAdmin
    .meta({
      rest: 'PUT /branding/logo',
      multipart: image,
      summary: 'Replace the platform’s logo; the type is detected from the content',
    })
    .input(withFile)
    .output(logoAnswer)
    .mutation(({ ctx, input }) => setPlatformLogo(ctx.app, input.file)),
  removePlatformLogo: masterAdmin
    .meta({ rest: 'DELETE /branding/logo', summary: 'Remove the platform’s logo' })
    .output(logoAnswer)
    .mutation(({ ctx }) => removePlatformLogo(ctx.app)),
  setCollegeLogo: collegeAdmin
    .meta({
      rest: 'PUT /college/branding/logo',
      multipart: image,
      summary: 'Replace the college’s logo; the type is detected from the content',
    })
    .input(withFile)
    .output(logoAnswer)
    .mutation(({ ctx, input }) => setCollegeLogo(ctx.app, ctx.scope, input.file)),
  removeCollegeLogo: collegeAdmin
    .meta({ rest: 'DELETE /college/branding/logo', summary: 'Remove the college’s logo' })
    .output(logoAnswer)
    .mutation(({ ctx }) => removeCollegeLogo(ctx.app, ctx.scope)),
})
