import { type AnySQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** The id of the row that this row is deleted with. */
export const ownedBy = (column: () => AnySQLiteColumn) => text().notNull().references(column, { onDelete: 'cascade' })
