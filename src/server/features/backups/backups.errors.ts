import { conflict } from '#shared/errors.ts'

export const alreadyRunning = () => conflict('A backup or drill is already running. Please wait for it to finish.')
export const noBackupToDrill = () => conflict('There is no backup to test yet. Please make one first.')
