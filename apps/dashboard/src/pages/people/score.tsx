import type { AnswerOf } from '../../api/routes.ts';
import { Mark, type MarkLook } from '../../kit/mark.tsx';
import { useMessages } from '../../messages/language.tsx';
import classes from './score.module.css';

type Person = AnswerOf<'GET /identities'>['data'][number];

/** Empty while nothing is known. */
export function ScoreCell({ personality }: Pick<Person, 'personality'>) {
  if (!personality) return <>–</>;
  const { intent_score: score } = personality;
  return (
    <span className={classes.score}>
      <span className={classes.number}>{score}</span>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bar} style={{ width: `${score}%` }} />
      </span>
    </span>
  );
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
