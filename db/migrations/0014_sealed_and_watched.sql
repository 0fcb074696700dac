CREATE TABLE "device_reports" (
	"sitting_id" text NOT NULL,
	"device_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"waiting" integer NOT NULL,
	"pages" integer NOT NULL,
	"free_mb" integer,
	"battery" integer,
	"app_version" text NOT NULL,
	"network" text,
	CONSTRAINT "device_reports_sitting_id_device_id_pk" PRIMARY KEY("sitting_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "prepared_devices" (
	"sitting_id" text NOT NULL,
	"device_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"version" integer NOT NULL,
	"ready_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prepared_devices_sitting_id_device_id_pk" PRIMARY KEY("sitting_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "prepared_papers" (
	"sitting_id" text NOT NULL,
	"version" integer NOT NULL,
	"enrolment_id" text NOT NULL,
	"exam_id" text NOT NULL,
	"sections" jsonb NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prepared_papers_sitting_id_version_pk" PRIMARY KEY("sitting_id","version")
);
--> statement-breakpoint
CREATE TABLE "proctor_acts" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"exam_id" text NOT NULL,
	"sitting_id" text,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"device_id" text NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "start_codes" (
	"exam_id" text NOT NULL,
	"room" text NOT NULL,
	"version" integer NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"released_by" text,
	CONSTRAINT "start_codes_exam_id_room_pk" PRIMARY KEY("exam_id","room")
);
--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "start" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "key_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "exams" ADD COLUMN "another_device" text DEFAULT 'self' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "room" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "extra_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "larger_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "reader" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "accommodation_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "checked_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "checked_in_by" text;--> statement-breakpoint
ALTER TABLE "proctor_exams" ADD COLUMN "rooms" text[];--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "started_by" text DEFAULT 'server' NOT NULL;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "wanted_device" text;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "allowed_device" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "final" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "way" text DEFAULT 'network' NOT NULL;--> statement-breakpoint
ALTER TABLE "prepared_papers" ADD CONSTRAINT "prepared_papers_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "start_codes" ADD CONSTRAINT "start_codes_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "prepared_devices_turn" ON "prepared_devices" USING btree ("sitting_id","epoch");--> statement-breakpoint
CREATE UNIQUE INDEX "prepared_papers_once" ON "prepared_papers" USING btree ("enrolment_id","version");--> statement-breakpoint
CREATE INDEX "proctor_acts_by_exam" ON "proctor_acts" USING btree ("exam_id","done_at");