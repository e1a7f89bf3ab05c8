import { conflict } from '#shared/errors.ts'

export const alreadyRunning = () => conflict('A backup is being made or tried out already. Please wait for it.')
export const nothingToTry = () => conflict('There is no backup to try out yet. Please make one first.')
