import { uuidv7 } from 'uuidv7'

/** A new identifier. UUIDv7 sorts by time of creation, which keeps the newest rows together in every index. */
export const newId = (): string => uuidv7()
