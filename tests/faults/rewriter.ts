/** Fills a database beyond SQLite's cache, rewrites it and sorts it. */
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { builtParts } from '#server/app.ts'
import { openDatabase } from '#server/platform/db.ts'

const database = openDatabase(join(process.argv[2] ?? '', 'examhall.db'), builtParts.migrations)
await database.write(async (tx) => {
  tx.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 150000)
    insert into settings (key, value) select 'row ' || i, hex(randomblob(400)) from n`)
})
await database.rewrite()
console.log(database.read.all(sql`select * from settings order by value`).length)
await database.close()
