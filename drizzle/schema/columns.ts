import { type AnySQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** The id of the owning row; deleting that row deletes this one. */
export const ownedBy = (column: () => AnySQLiteColumn) => text().notNull().references(column, { onDelete: 'cascade' })
