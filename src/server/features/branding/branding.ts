import { deleteImage, uploadImage } from '#server/features/tests/images.ts'
import type { UploadedFile } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import type { LogoAnswer } from '#shared/branding/branding.schema.ts'
import { brandingRepo } from './branding.repo.ts'

const platformLogo = 'platform_logo'

/** The platform's name is an environment setting; the owner can change its logo. */
export async function getPlatformBrand(app: Platform) {
  return {
    platformName: app.config.platformName,
    logoUrl: (await storedValuesRepo(app.db.read).get(platformLogo)) ?? null,
  }
}

export async function getCollegeBrand(app: Platform, scope: CollegeScope) {
  return brandingRepo(app.db.read).college(scope)
}

/** @throws UNSUPPORTED_TYPE or VALIDATION on `file`, as for any image */
export async function setPlatformLogo(app: Platform, file: UploadedFile): Promise<LogoAnswer> {
  const { imageUrl } = await uploadImage(app, file)
  return replacePlatformLogo(app, imageUrl)
}

export const removePlatformLogo = (app: Platform) => replacePlatformLogo(app, null)

async function replacePlatformLogo(app: Platform, logoUrl: string | null): Promise<LogoAnswer> {
  const before = await app.db.write(async (tx) => {
    const values = storedValuesRepo(tx)
    const old = await values.get(platformLogo)
    await (logoUrl === null ? values.delete(platformLogo) : values.set(platformLogo, logoUrl))
    return old
  })
  if (before) await deleteImage(app, before)
  return { logoUrl }
}

/** @throws UNSUPPORTED_TYPE or VALIDATION on `file`, as for any image */
export async function setCollegeLogo(app: Platform, scope: CollegeScope, file: UploadedFile): Promise<LogoAnswer> {
  const { imageUrl } = await uploadImage(app, file)
  return replaceCollegeLogo(app, scope, imageUrl)
}

export const removeCollegeLogo = (app: Platform, scope: CollegeScope) => replaceCollegeLogo(app, scope, null)

async function replaceCollegeLogo(app: Platform, scope: CollegeScope, logoUrl: string | null): Promise<LogoAnswer> {
  const before = await app.db.write(async (tx) => {
    const repo = brandingRepo(tx)
    const { logoUrl: old } = await repo.college(scope)
    await repo.setCollegeLogo(scope, logoUrl)
    return old
  })
  if (before) await deleteImage(app, before)
  return { logoUrl }
}
