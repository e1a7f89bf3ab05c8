import { Loading } from '#client/ui/loading.tsx'

export const StatsScreen = () => <Loading />
