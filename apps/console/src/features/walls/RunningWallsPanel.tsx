import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/page/Panel.tsx';
import { wallsQuery } from './wall.ts';
import { RunningWalls } from './RunningWalls.tsx';

/** Wall screens run on while election mode is off and can be ended here; shows nothing if none runs. */
export function RunningWallsPanel() {
  const { data, error } = useQuery(wallsQuery);
  if (!error && (!data || data.walls.length === 0)) return null;
  return (
    <Panel>
      <RunningWalls />
    </Panel>
  );
}
