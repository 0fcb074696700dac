CREATE TABLE "device_evidence" (
	"sitting_id" text NOT NULL,
	"device_id" text NOT NULL,
	"log_after" integer,
	"log_seq" integer,
	"log_digest" text,
	"log_at" bigint,
	"words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "device_evidence_sitting_id_device_id_pk" PRIMARY KEY("sitting_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "late_minutes" integer;--> statement-breakpoint
ALTER TABLE "results" ADD COLUMN "late_work" jsonb;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "transit_seconds" integer;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "late_minutes" integer;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "late_looked_at" timestamp with time zone;--> statement-breakpoint
-- What counted by the rule of its day stays counted: the new rule would ask for evidence that nobody sent then.
UPDATE "sittings" s SET "held_decision" = 'counted', "held_decided_at" = now()
WHERE s."state" <> 'open' AND s."held_decision" IS NULL AND s."held_events" = 0 AND (
  EXISTS (SELECT FROM "sitting_events" v WHERE v."sitting_id" = s."id" AND v."received_at" > extract(epoch FROM s."deadline_at") * 1000)
  OR EXISTS (SELECT FROM "submissions" h WHERE h."sitting_id" = s."id" AND h."received_at" > extract(epoch FROM s."deadline_at") * 1000));
