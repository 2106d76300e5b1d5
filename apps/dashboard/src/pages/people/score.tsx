import { useRead } from '../../api/queries.ts';
import { Mark, type MarkLook } from '../../kit/mark.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe } from '../../shell/frame-context.tsx';
import classes from './score.module.css';

/** What the behaviour of a person tells; undefined as long as nothing is known, or where the workspace has no scores. */
export function usePersonality(id: string) {
  const { workspace } = useMe();
  const isEnabled = workspace.features.includes('personalities');
  return useRead('GET /identities/{id}/personality', { params: { id } }, { isEnabled });
}

/** The score of a row, which the list itself does not tell. */
export function ScoreCell({ id }: { id: string }) {
  const { data } = usePersonality(id);
  if (!data) return <>–</>;
  const { intent_score: score } = data.data;
  return (
    <span className={classes.score}>
      {score}
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bar} style={{ width: `${score}%` }} />
      </span>
    </span>
  );
}

export function StageCell({ id }: { id: string }) {
  const { data } = usePersonality(id);
  return data ? <StageMark stage={data.data.stage} /> : <>–</>;
}

const looks: Record<string, MarkLook> = {
  engaged: 'accent',
  evaluating: 'warn',
  customer: 'good',
};

export function StageMark({ stage }: { stage: string }) {
  const { people } = useMessages();
  return <Mark look={looks[stage] ?? 'quiet'}>{people.stage(stage)}</Mark>;
}
