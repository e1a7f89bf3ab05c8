/**
 * Prints every procedure with its REST path and roles.
 *
 *     node scripts/routes.ts [--json]
 */
import { listRoutes, routesTable } from './routes/table.ts'

const routes = listRoutes()
console.log(process.argv.includes('--json') ? JSON.stringify(routes, null, 2) : routesTable(routes))
