ALTER TABLE `colleges` ADD `own_tests` text;--> statement-breakpoint
ALTER TABLE `tests` ADD `college_id` text REFERENCES colleges(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `tests_college` ON `tests` (`college_id`) WHERE college_id is not null;