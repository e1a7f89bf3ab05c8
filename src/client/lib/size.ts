/** `1.4 MB`, `12 KB`. */
export const sizeText = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${Math.round((bytes / 1_048_576) * 10) / 10} MB`
