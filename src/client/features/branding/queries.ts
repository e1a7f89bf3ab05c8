import { trpc } from '#client/lib/trpc.tsx'
import { type UploadOptions, uploadFile } from '#client/lib/upload.ts'
import type { LogoAnswer } from '#shared/branding/branding.schema.ts'

const paths = { platform: '/api/branding/logo', college: '/api/college/branding/logo' } as const
export type Owner = keyof typeof paths

/** The current logo, and functions to replace and remove it. @param owner whose logo */
export function useLogo(owner: Owner) {
  const { branding } = trpc.useUtils()
  const onSuccess = () => branding.invalidate()
  const platform = trpc.branding.platform.useQuery(undefined, { enabled: owner === 'platform' })
  const college = trpc.branding.college.useQuery(undefined, { enabled: owner === 'college' })
  const removePlatform = trpc.branding.removePlatformLogo.useMutation({ onSuccess })
  const removeCollege = trpc.branding.removeCollegeLogo.useMutation({ onSuccess })
  const { data, isLoading, error } = owner === 'platform' ? platform : college
  return {
    logoUrl: data?.logoUrl ?? null,
    isLoading,
    error,
    remove: owner === 'platform' ? removePlatform : removeCollege,
    send: async (file: File, options: UploadOptions): Promise<string> => {
      const { logoUrl } = await uploadFile<LogoAnswer>(paths[owner], 'file', file, { ...options, method: 'PUT' })
      await onSuccess()
      return logoUrl ?? ''
    },
  }
}
