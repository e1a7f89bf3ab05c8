import { uuidv7 } from 'uuidv7'

/** Creates an id. UUIDv7 sorts by creation time, which keeps the newest rows together in every index. */
export const newId = (): string => uuidv7()
