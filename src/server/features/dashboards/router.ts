import { router } from '#server/trpc/init.ts'
import { inOwnCollege } from '#server/trpc/procedures.ts'
import { collegeHome } from '#shared/dashboards/schema.ts'
import { getCollegeHome } from './service.ts'

export const dashboardsRouter = router({
  college: inOwnCollege
    .meta({
      rest: { method: 'GET', path: '/college/dashboard' },
      summary:
        "College admin: the college's totals and newest people. Faculty and students: the college and colleagues",
    })
    .output(collegeHome)
    .query(({ ctx }) => getCollegeHome(ctx.app, ctx.scope, ctx.actor)),
})
