CREATE TABLE "rescore_changes" (
	"rescore_id" text NOT NULL,
	"sitting_id" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "rescore_changes_rescore_id_sitting_id_pk" PRIMARY KEY("rescore_id","sitting_id")
);
--> statement-breakpoint
CREATE TABLE "rescores" (
	"id" text PRIMARY KEY NOT NULL,
	"question_id" text NOT NULL,
	"key_revision_id" integer NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"papers" integer NOT NULL,
	"scanned_up_to" text DEFAULT '' NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"revisions_met" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"applied_by" text,
	"applied_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "rescore_changes" ADD CONSTRAINT "rescore_changes_rescore_id_rescores_id_fk" FOREIGN KEY ("rescore_id") REFERENCES "public"."rescores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rescores" ADD CONSTRAINT "rescores_key_revision_id_question_revisions_id_fk" FOREIGN KEY ("key_revision_id") REFERENCES "public"."question_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rescores_by_question" ON "rescores" USING btree ("question_id","asked_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "rescores_one_open" ON "rescores" USING btree ("question_id") WHERE "rescores"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "rescores_due" ON "rescores" USING btree ("state") WHERE "rescores"."state" in ('checking', 'applying');